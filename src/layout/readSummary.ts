import type { DashboardSummary } from '#schema/dashboardSummary.ts';
import { dataOf } from '../core/dataOf.ts';
import { isObject, unreadable } from '../core/errorTexts.ts';
import { HttpError } from '../core/http.ts';
import { readRecord } from '../core/records.ts';

/** The parts that the server gives: the specification does not show what the summary holds. */
export type Summary = Partial<DashboardSummary>;

const figure = { write: 'never', list: false, sort: false, filter: false, search: false } as const;
const count = { ...figure, kind: 'integer' } as const;
const outline = {
  name: 'dashboard-summary',
  fields: {
    ...{ users: count, accounts: count, pending_kyc: count, pending_payments: count },
    ...{ open_refunds: count, pending_senders: count, pending_viber: count },
    pending_amount: { ...figure, kind: 'money' } as const,
  },
};

const isUse = (value: unknown): boolean =>
  isObject(value) && Array.isArray(value.days) && Array.isArray(value.operators);

/** Whether a part is there; a card that breaks on what is in it says so itself. */
const parts: Readonly<Record<string, (value: unknown) => boolean>> = {
  ...{ campaigns: isObject, setup: isObject, health: isObject, database: isObject, queue: isObject },
  ...{ use: isUse, links: Array.isArray },
};

/** The summary in an answer, with or without `data`. Throws HttpError if there is none. */
export function readSummary(answer: unknown): Summary {
  const raw = dataOf(answer);
  if (!isObject(raw)) throw new HttpError(unreadable());
  const figures = Object.keys(outline.fields).map((name) => [name, raw[name]]);
  const { id: _, ...read } = readRecord<Record<string, unknown>>(outline, Object.fromEntries(figures));
  const shown = Object.entries(parts)
    .filter(([name, isThere]) => isThere(raw[name]))
    .map(([name]) => [name, raw[name]]);
  return { ...read, ...Object.fromEntries(shown) };
}
