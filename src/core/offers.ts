import type { Feature } from '#schema/features.ts';
import { config } from './config.ts';
import { needs } from './entityTable.ts';
import { getUser } from './session.ts';

/**
 * Whether the server offers what the specification's catalogue does not have. What the configuration says counts; where
 * it says nothing, what the profile says. Where nobody says it, nothing is offered, and nothing of it is asked for.
 */
export function offers(feature: Feature): boolean {
  const offered = config().offers ?? getUser()?.offers ?? [];
  return offered === 'all' || offered.includes(feature);
}

type Action = keyof (typeof needs)[string];

/** Whether the server offers an action on an entity's records: of what the catalogue has, every server does. */
export function offersAction(resource: string, action: string = 'list'): boolean {
  const feature = needs[resource]?.[action as Action];
  return feature === undefined || offers(feature);
}
