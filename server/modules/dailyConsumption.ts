import { sql } from 'kysely';
import { type DailyConsumption, dailyConsumption as entity } from '#schema/dailyConsumption.ts';
import { crud } from '../crud/crud.ts';
import { csvExport } from '../crud/exports/csvExport.ts';
import { type ListQuery, where } from '../crud/listQuery.ts';
import type { Module } from '../deps.ts';
import { visibleTo } from '../services/access/visibleTo.ts';
import { rupees } from '../services/sheets/csv.ts';

const table = 'daily_consumption';
const names = ['day', 'sent', 'delivered', 'failed', 'messages', 'parts', 'amount', 'test'] as const;

const isByOperator = (query: ListQuery): boolean => Boolean(query.operator || query.operator__in);

/** Whole days, or days by operator if the list is filtered by operator. */
const only = (query: ListQuery | undefined) =>
  !query || isByOperator(query) ? sql`true` : sql`t.operator IS NULL`;

/** An account's daily use, and its export. */
export const dailyConsumption: Module = (app, deps) => {
  crud(app, deps, entity, { table, only: (_, query) => only(query), standby: true });

  csvExport<DailyConsumption>(app, deps.db, entity, {
    table,
    columns: sql.join(['uuid', 'operator', ...names].map((name) => sql.ref(`t.${name}`))),
    conditions: (caller, query) =>
      sql`${visibleTo(entity, caller)} AND ${only(query)} AND ${where(entity, query)}`,
    ordering: 'day',
    name: 'daily-consumption',
    dated: rangeOf,
    head: (query) => [
      ...['day', ...(isByOperator(query) ? ['operator'] : [])],
      ...[...names.slice(1, -2), 'amount (Rs.)', 'test'],
    ],
    // Amounts in rupees, so that people can add them up; the API uses paisa.
    line: (day, query) => [
      ...[day.day, ...(isByOperator(query) ? [day.operator] : [])],
      ...[day.sent, day.delivered, day.failed, day.messages, day.parts, rupees(day.amount), day.test],
    ],
  });
};

const rangeOf = ({ day__gte, day__lte }: ListQuery): string =>
  [day__gte, day__lte].flatMap((day) => (day ? [` ${String(day)}`] : [])).join('');
