import type { RouteLink } from '#schema/routing.ts';
import { number } from '../../../core/format.ts';
import { whyDown } from './whyDown.ts';

/** What a link does with an operator's messages, as a sentence. `test`: new campaigns are tests. */
export function whyRoute(
  translate: (key: string, options?: object) => string,
  { route, state, reason, percent }: RouteLink,
  operator: string,
  test: boolean,
): string {
  if (route === 'down' && reason) return whyDown(translate, 'routing.route.down', reason);
  const takes = percent === null || percent === 100 ? route : 'shares';
  const variant = {
    takes: state === 'down' ? 'waiting' : takes,
    down: 'down_unknown',
    tests: test ? 'tests_only' : route,
  }[route as string];
  return translate(`routing.route.${variant ?? route}`, {
    operator,
    percent: number(Math.round(percent ?? 100)),
  });
}
