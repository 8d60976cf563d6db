import type { Outline } from '#schema/outline.ts';
import { canAccess } from '../core/access.ts';
import { offers } from '../core/offers.ts';

/**
 * Filters that the schema allows, without phone numbers, which the search covers, without references to records that the
 * user may not see, and without channels where the server has only one.
 */
export const defaultFilters = (entity: Outline): string[] =>
  Object.entries(entity.fields)
    .filter(([, field]) => field.filter && field.kind !== 'phone' && !(field.of && !canAccess(field.of)))
    .filter(([name]) => name !== 'channel' || offers('viber'))
    .map(([name]) => name);
