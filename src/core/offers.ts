import type { Feature } from '#schema/features.ts';
import { config } from './config.ts';
import { getUser } from './session.ts';

/**
 * Whether the server offers a feature beyond the specification's catalogue. The configuration decides;
 * without it, the profile. If neither says anything, nothing is offered and nothing is requested.
 */
export function offers(feature: Feature): boolean {
  const offered = config().offers ?? getUser()?.offers ?? [];
  return offered === 'all' || offered.includes(feature);
}

/** Whether the profile itself names the features: such a server has all our pairs and applies every search. */
export function namesItsFeatures(): boolean {
  const user = getUser();
  return Boolean(user?.offers) && !user?.isDocumented;
}
