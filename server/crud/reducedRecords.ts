import { z } from 'zod';
import type { Entity } from '#schema/entity.ts';
import { allows } from '#schema/permissions.ts';
import type { Caller } from '../services/platform/caller.ts';
import { forbidden } from '../services/platform/problem.ts';
import type { ListQuery } from './listQuery.ts';
import { filtersOf } from './listTotals.ts';

type Row = Record<string, unknown>;

/** What callers without a pair get of each record: only the fields in `to`. */
export interface Reduced {
  without: Entity['read'];
  to: z.ZodObject;
  /** The module's own search looks at nothing that is hidden from the caller. */
  searchable?: true;
}

const isReduced = (reduced: Reduced | undefined, { pairs }: Caller): reduced is Reduced =>
  reduced !== undefined && !allows(pairs, reduced.without);

/** The response schema of a record: complete, or reduced where the entity allows it. */
export const answerOf = (record: z.ZodObject, reduced: Reduced | undefined): z.ZodType =>
  reduced ? z.union([record, reduced.to]) : record;

/** Rows as the caller may see them: the same list if they are complete, as for most entities. */
export function shownTo(rows: Row[], caller: Caller, reduced: Reduced | undefined): Row[] {
  if (!isReduced(reduced, caller)) return rows;
  const names = Object.keys(reduced.to.shape);
  return rows.map((row) => Object.fromEntries(names.map((name) => [name, row[name]])));
}

/**
 * Throws `forbidden` if a caller of reduced records searches, filters or orders by a hidden field, because a match would
 * reveal its value.
 */
export function refuseSearching(query: ListQuery, caller: Caller, reduced: Reduced | undefined): void {
  if (!isReduced(reduced, caller)) return;
  const order = query.ordering?.replace(/^-/, '') ?? [];
  const names = filtersOf(query)
    .filter((name) => name !== 'search' || !reduced.searchable)
    .map((name) => name.replace(/__.*/s, ''));
  if (names.concat(order).some((name) => !(name in reduced.to.shape))) throw forbidden();
}
