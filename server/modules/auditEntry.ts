import { sql } from 'kysely';
import type { AuditEntry } from '#schema/auditEntry.ts';
import { auditEntry as entity } from '#schema/index.ts';
import { crud } from '../crud/crud.ts';
import { csvExport } from '../crud/exports/csvExport.ts';
import { type ListQuery, where } from '../crud/listQuery.ts';
import type { Module } from '../deps.ts';
import { accountName, userName } from '../services/platform/names.ts';
import { nepalTime } from '../services/platform/nepalTime.ts';
import { highestAt, lowestAt } from '../services/platform/uuidBounds.ts';

const table = 'audit_entry';
const computed = {
  acting_as_name: userName(sql`t.acting_as`),
  api_key_name: sql`(SELECT name FROM api_key k WHERE k.uuid = t.api_key)`,
  account_name: accountName,
  ip: sql`host(t.ip)`,
};
const columns = sql`t.uuid, t.created_at, t.actor_name, t.actor_email, t.action, t.entity, t.record, t.title,
  t.before, t.after, t.request_id, ${computed.acting_as_name} AS acting_as_name,
  ${computed.api_key_name} AS api_key_name, ${computed.account_name} AS account_name, ${computed.ip} AS ip`;

const HOUR = 3_600_000;

/**
 * A time range as a range of uuids, so that a page of last year costs the same as today's. An entry's uuid is created after
 * the start of its transaction, which is its `created_at`: a little later, never earlier.
 */
function within(query?: ListQuery) {
  const from = query?.created_at__gte;
  const until = query?.created_at__lte;
  const terms = [sql`true`];
  if (from) terms.push(sql`t.uuid >= ${lowestAt(Date.parse(String(from)))}`);
  if (until) terms.push(sql`t.uuid <= ${highestAt(Date.parse(String(until)) + HOUR)}`);
  return sql.join(terms, sql` AND `);
}

const json = (state: unknown): string => (state ? JSON.stringify(state) : '');

/** GET /v1/admin/audit-log/: who did what to which record in all accounts, and its export. Read only. */
export const auditEntry: Module = (app, { db }) => {
  crud(app, { db }, entity, {
    ...{ table, columns: computed, standby: true },
    only: (_, query) => within(query),
  });

  csvExport<AuditEntry>(app, db, entity, {
    table,
    columns,
    conditions: (_, query) => sql`${within(query)} AND ${where(entity, query)}`,
    name: 'audit-log',
    head: () => [
      ...['time (NPT)', 'who', 'e-mail', 'acting as', 'API key', 'action', 'entity', 'record', 'called'],
      ...['account', 'before', 'after', 'from', 'request'],
    ],
    line: (e) => [
      ...[nepalTime(e.created_at), e.actor_name, e.actor_email, e.acting_as_name, e.api_key_name],
      ...[e.action, e.entity, e.record, e.title, e.account_name],
      ...[json(e.before), json(e.after), e.ip, e.request_id],
    ],
  });
};
