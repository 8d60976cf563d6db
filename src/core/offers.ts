import type { Feature } from '#schema/features.ts';
import { config } from './config.ts';
import { getUser } from './session.ts';

/**
 * Whether the server offers what the specification's catalogue does not have. What the configuration says counts; where
 * it says nothing, what the profile says. Where nobody says it, nothing is offered, and nothing of it is asked for.
 */
export function offers(feature: Feature): boolean {
  const offered = config().offers ?? getUser()?.offers ?? [];
  return offered === 'all' || offered.includes(feature);
}
