import { sql } from 'kysely';
import { type BlacklistNumber, blacklistNumber as entity } from '#schema/blacklistNumber.ts';
import { crud } from '../crud/crud.ts';
import { csvExport } from '../crud/exports/csvExport.ts';
import { where } from '../crud/listQuery.ts';
import type { Module } from '../deps.ts';
import { visibleTo } from '../services/access/visibleTo.ts';
import { nepalTime } from '../services/platform/nepalTime.ts';
import { listedPhone } from '../services/platform/numberHash.ts';
import { requirePhone } from '../services/platform/numbers.ts';

const table = 'blacklist_number';
const columns = sql`t.uuid, ${listedPhone} AS phone, t.reason, t.source, t.created_at`;

/** Numbers that get no messages, and their export: what the filters match, in the list's order. */
export const blacklistNumber: Module = (app, deps) => {
  crud(app, deps, entity, {
    table,
    columns: { phone: listedPhone },
    trail: true,
    standby: true,
    beforeWrite(values, { uuid }) {
      if (uuid) return values;
      return { ...values, phone: requirePhone(values.phone as string), source: values.source ?? 'manual' };
    },
    unique: { field: 'phone', message: 'This number is already on the blacklist.' },
  });

  csvExport<BlacklistNumber>(app, deps.db, entity, {
    table,
    columns,
    conditions: (caller, query) => sql`${visibleTo(entity, caller)} AND ${where(entity, query)}`,
    name: 'blacklist',
    // The first two headers are those that an import recognises.
    head: () => ['number', 'reason', 'source', 'added on'],
    line: ({ phone, reason, source, created_at }) => [...[phone, reason, source], nepalTime(created_at)],
  });
};
