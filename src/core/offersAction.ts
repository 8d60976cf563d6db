import { needs } from './entityTable.ts';
import { offers } from './offers.ts';

/**
 * Whether the server offers an action on an entity's records. Every server has the actions of the catalogue.
 */
export function offersAction(resource: string, action: string = 'list'): boolean {
  const need = needs[resource];
  const feature = typeof need === 'object' ? need[action as keyof typeof need] : need;
  return feature === undefined || offers(feature);
}
