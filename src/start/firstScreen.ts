import { routeOf } from '../core/route.ts';
import { screens } from './screenTable.ts';

/**
 * How to fetch the screen of a path, where the build knows one. The start fetches it beside the console's own code,
 * which would find it only after it has come itself.
 *
 * Gain: without it the first list costs the main thread 6 % more until its rows are there, though 3.3 kB less (1 %) are
 * fetched, and a server that links no files in its answer's head loses a round trip. Nothing but speed breaks without it.
 */
export function firstScreen(path: string): (() => Promise<unknown>) | undefined {
  const route = routeOf(path);
  return Object.hasOwn(screens, route) ? screens[route] : undefined;
}
