import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { Caller } from '../services/platform/caller.ts';
import { Problem } from '../services/platform/problem.ts';

type Row = Readonly<Record<string, unknown>>;

/** What a request says about the record that it changes. */
type Request = Pick<FastifyRequest, 'headers' | 'caller'> & { params: { uuid: string } };

const CHANGED = 'This record was changed after you opened it. Nothing was saved. Reload it and try again.';
const UNREADABLE = 'The header If-Match must be the updated_at of the record in double quotes.';

/**
 * The versions that the header `If-Match` names, as moments; undefined without the header and for `*`, which every record
 * matches. Throws `invalid` for anything that is not a list of `updated_at` in quotes.
 */
function versionsOf({ headers }: Pick<Request, 'headers'>): number[] | undefined {
  const header = headers['if-match']?.trim();
  if (header === undefined || header === '*') return undefined;
  return header.split(',').map((tag) => {
    const moment = Date.parse(/^"([^"]+)"$/.exec(tag.trim())?.[1] ?? '');
    if (Number.isNaN(moment)) throw new Problem('invalid', UNREADABLE);
    return moment;
  });
}

/**
 * Throws `changed` with the record as `data` unless it still is the version that `If-Match` names; without the header
 * nothing is asked. Milliseconds count, because the API shows no more. The record must be locked, and read as its caller
 * may read it.
 */
export function requireUnchanged(request: Pick<Request, 'headers'>, record: Row): void {
  const versions = versionsOf(request);
  const stored = new Date(record.updated_at as string | Date).getTime();
  if (versions && !versions.includes(stored)) throw new Problem('changed', CHANGED, { data: record });
}

/**
 * The same for routes that write by themselves: locks the record in their transaction, and reads it. Without the header
 * it neither locks nor reads.
 */
export const preconditionOf =
  (table: string, find: (uuid: string, caller: Caller, on: Db) => Promise<Row>) =>
  async (trx: Db, request: Request): Promise<void> => {
    if (!versionsOf(request)) return;
    const { caller, params } = request;
    await sql`SELECT FROM ${sql.table(table)} t WHERE t.uuid = ${params.uuid} FOR NO KEY UPDATE`.execute(trx);
    requireUnchanged(request, await find(params.uuid, caller, trx));
  };
