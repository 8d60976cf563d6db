import type { Outline } from '#schema/outline.ts';
import { canAccess } from '../core/access.ts';

/**
 * Filters that the schema allows, without phone numbers, which the search covers, and without references to records that
 * the user may not see.
 */
export const defaultFilters = (entity: Outline): string[] =>
  Object.entries(entity.fields)
    .filter(([, field]) => field.filter && field.kind !== 'phone' && !(field.of && !canAccess(field.of)))
    .map(([name]) => name);
