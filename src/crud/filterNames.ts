import type { Outline } from '#schema/outline.ts';
import { canAccess } from '../core/access.ts';
import { offers } from '../core/offers.ts';

/**
 * Filters that the schema allows, without phone numbers, which the search covers, and without channels where the server
 * has only one.
 */
const defaultFilters = (entity: Outline): string[] =>
  Object.entries(entity.fields)
    .filter(([, field]) => field.filter && field.kind !== 'phone')
    .filter(([name]) => name !== 'channel' || offers('viber'))
    .map(([name]) => name);

/** The given or default filters of a list, without references to records that the user may not see. */
export const filterNames = (
  entity: Outline,
  given: readonly string[] = defaultFilters(entity),
): readonly string[] =>
  given.filter((name) => {
    const of = entity.fields[name]?.of;
    return !of || canAccess(of);
  });
