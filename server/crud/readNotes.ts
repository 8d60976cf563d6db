import type { FastifyReply } from 'fastify';
import type { Kysely } from 'kysely';
import type { Entity } from '#schema/entity.ts';
import { isStaff } from '#schema/permissions.ts';
import { type ExportTrail, exportTrail, isStaffRead, noteRead } from '../services/access/readTrail.ts';
import type { Caller } from '../services/platform/caller.ts';
import { sendHead } from './download.ts';
import type { ListQuery } from './listQuery.ts';

type Row = Record<string, unknown>;

const text = (value: unknown): string | null => (value ? String(value) : null);

/** Whose rows the list has: the requested account, or several when staff see all. */
const ownerOf = ({ tenancy }: Entity, { account, role }: Caller, query: ListQuery): string | null =>
  tenancy === 'own' || (tenancy === 'staff' && !isStaff(role)) ? account : text(query.account);

/** A list's query without undefined values. */
const asAsked = (query: ListQuery): object => JSON.parse(JSON.stringify(query)) as object;

/** The filters of a list. */
const filterOf = ({ page: _, page_size: __, cursor: ___, ...filter }: ListQuery): object => filter;

/**
 * Answers a read with JSON once `note` has recorded it. HEAD gives nothing out, so it is not recorded. It has no length, which
 * would say how much a search has found.
 */
export async function answerNoted<T>(
  reply: FastifyReply,
  note: () => Promise<void>,
  answer: T,
): Promise<T | FastifyReply> {
  if (reply.request.method === 'HEAD') return sendHead(reply.type('application/json; charset=utf-8'));
  await note();
  return answer;
}

/** Records what staff read of an entity. Both throw on failure, so that nobody gets an unrecorded answer. */
export function readNotes(db: Kysely<unknown>, entity: Entity) {
  return {
    /** A page of the list with this many rows. */
    async list(caller: Caller, query: ListQuery, rows: number): Promise<void> {
      if (!isStaffRead(entity, caller)) return;
      const account = ownerOf(entity, caller, query);
      await noteRead(db, caller, { entity: entity.name, account, filter: asAsked(query), rows });
    },
    /** One record. */
    async one(caller: Caller, row: Row): Promise<void> {
      if (!isStaffRead(entity, caller)) return;
      await noteRead(db, caller, {
        entity: entity.name,
        record: row.uuid as string,
        account: text(row.account) ?? caller.account,
        title: text(row[entity.title]) ?? text(row[entity.titleWithout ?? '']),
        rows: 1,
      });
    },
  };
}

/** The log entries of an export of what a list's query matches. `texts`: it contains texts of customers' messages. */
export const listTrail = (
  db: Kysely<unknown>,
  caller: Caller,
  entity: Entity,
  query: ListQuery,
  title: string,
  texts = false,
): ExportTrail =>
  exportTrail(db, caller, {
    entity: entity.name,
    account: ownerOf(entity, caller, query),
    title,
    filter: filterOf(query),
    texts,
  });
