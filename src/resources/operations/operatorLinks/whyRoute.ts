import type { RouteLink } from '#schema/routing.ts';
import { number } from '../../../core/format.ts';

/** What a link does with an operator's messages, as a sentence. `test`: new campaigns are tests. */
export function whyRoute(
  translate: (key: string, options?: object) => string,
  { route, state, reason, percent }: RouteLink,
  operator: string,
  test: boolean,
): string {
  const takes = percent === null || percent === 100 ? route : 'shares';
  const variant = {
    takes: state === 'down' ? 'waiting' : takes,
    down: reason ? route : 'down_unknown',
    tests: test ? 'tests_only' : route,
  }[route as string];
  return translate(`routing.route.${variant ?? route}`, {
    operator,
    reason: reason ?? '',
    percent: number(Math.round(percent ?? 100)),
  });
}
