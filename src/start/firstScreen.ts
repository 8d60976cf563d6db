import { routeOf } from '../core/route.ts';
import { screens } from './screenTable.ts';

/**
 * How to fetch the screen of a path, where the build knows one. The start fetches it beside the console's own code,
 * which would find it only after it has come itself.
 */
export function firstScreen(path: string): (() => Promise<unknown>) | undefined {
  const route = routeOf(path);
  return Object.hasOwn(screens, route) ? screens[route] : undefined;
}
