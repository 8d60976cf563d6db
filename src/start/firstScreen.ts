import { routeOf } from '../core/route.ts';
import { screens } from './screenTable.ts';

/**
 * Loader of a path's screen, if the build knows one. The start loads it in parallel with the console's own
 * code, which would otherwise find it only after it has loaded itself.
 *
 * Gain: without it the first list costs the main thread 6 % more until its rows are there, though 3.3 kB less
 * (1 %) are fetched, and a server that links no files in its answer's head loses a round trip. Nothing but
 * speed breaks without it.
 */
export function firstScreen(path: string): (() => Promise<unknown>) | undefined {
  const route = routeOf(path);
  return Object.hasOwn(screens, route) ? screens[route] : undefined;
}
