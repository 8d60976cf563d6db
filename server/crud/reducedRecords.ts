import { z } from 'zod';
import { allows, type Pair } from '#schema/permissions.ts';
import type { Caller } from '../services/platform/caller.ts';
import { forbidden } from '../services/platform/problem.ts';
import type { ListQuery } from './listQuery.ts';
import { filtersOf } from './listTotals.ts';

type Row = Record<string, unknown>;

/** What callers without a pair get of each record: the fields of `to` alone. */
export interface Reduced {
  without: Pair;
  to: z.ZodObject;
}

const isReduced = (reduced: Reduced | undefined, { pairs }: Caller): reduced is Reduced =>
  reduced !== undefined && !allows(pairs, reduced.without);

/** The schema of an answer with a record: whole, or reduced where the entity's may be. */
export const answerOf = (record: z.ZodObject, reduced: Reduced | undefined): z.ZodType =>
  reduced ? z.union([record, reduced.to]) : record;

/** Rows as the caller may have them: the same list where they are whole, as those of most entities are. */
export function shownTo(rows: Row[], caller: Caller, reduced: Reduced | undefined): Row[] {
  if (!isReduced(reduced, caller)) return rows;
  const names = Object.keys(reduced.to.shape);
  return rows.map((row) => Object.fromEntries(names.map((name) => [name, row[name]])));
}

/**
 * Throws `forbidden` where somebody who gets reduced records searches, or filters or orders by a field that is not in
 * them: what is found by a name has that name.
 */
export function refuseSearching(asked: ListQuery, caller: Caller, reduced: Reduced | undefined): void {
  if (!isReduced(reduced, caller)) return;
  const order = asked.ordering?.replace(/^-/, '') ?? [];
  const names = filtersOf(asked).map((name) => name.replace(/__.*$/, ''));
  if (names.concat(order).some((name) => !(name in reduced.to.shape))) throw forbidden();
}
