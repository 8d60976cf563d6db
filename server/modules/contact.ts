import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { contact as entity } from '#schema/contact.ts';
import { contactGroup } from '#schema/contactGroup.ts';
import { contactName } from '#schema/contactValues.ts';
import { crud } from '../crud/crud.ts';
import { sendCsv } from '../crud/download.ts';
import { listPages } from '../crud/listPages.ts';
import { createQuery, type ListQuery, where } from '../crud/listQuery.ts';
import { listTrail } from '../crud/readNotes.ts';
import type { Module } from '../deps.ts';
import { exportTrail } from '../services/access/readTrail.ts';
import { visibleTo } from '../services/access/visibleTo.ts';
import { contactLines, type ExportedContact } from '../services/contacts/contactExport.ts';
import { keepGroups, requireGroups } from '../services/contacts/groups.ts';
import { nepalDay } from '../services/platform/nepalTime.ts';
import { loadNumberPlan, requirePhone } from '../services/platform/numbers.ts';
import { notFound } from '../services/platform/problem.ts';
import type { Read } from '../services/platform/standbyReads.ts';

const table = 'contact';
// Imports once stored the number if a sheet gave no name.
const name = sql`nullif(nullif(t.name, t.phone), '')`;
const columns = sql`t.uuid, ${name} AS name, t.phone, t.attributes`;

/** Contacts, and their export as CSV: what a list's filters match, one group, or one contact. */
export const contact: Module = (app, deps) => {
  const { db } = deps;
  crud(app, deps, entity, {
    table,
    columns: { name },
    async beforeWrite({ name, phone, groups, ...values }, { db, caller }) {
      const e164 = requirePhone(phone as string);
      const plan = await loadNumberPlan(db);
      return {
        ...values,
        name: contactName(name as string | null | undefined, e164) ?? '',
        phone: e164,
        operator: plan.find(e164).operator,
        groups: (await requireGroups(db, caller.account, groups as string[])).uuids,
      };
    },
    lockFirst: (trx, { account }, uuid) => keepGroups(trx, account, uuid),
    trail: true,
    standby: true,
    unique: { field: 'phone', message: 'A contact with this number already exists.' },
  });

  const lines = (read: Read, conditions: RawBuilder<unknown>, ordering?: string) =>
    contactLines(
      read,
      conditions,
      listPages<ExportedContact>(read, entity, { table, columns, conditions }, ordering),
    );
  const config = { access: entity.read, standby: true as const };

  app.get(
    `${entity.path}export/`,
    {
      config,
      schema: { tags: [entity.name, 'ours'], querystring: createQuery(entity), produces: ['text/csv'] },
    },
    (request, reply) => {
      const query = request.query as ListQuery;
      const conditions = sql`${visibleTo(entity, request.caller)} AND ${where(entity, query)}`;
      const file = `contacts ${nepalDay(new Date())}.csv`;
      const trail = listTrail(db, request.caller, entity, query, file);
      return sendCsv(reply, file, lines(request.read, conditions, query.ordering), trail);
    },
  );

  app.get(
    `${entity.path}:uuid/export/`,
    {
      config,
      schema: { tags: [entity.name], params: z.object({ uuid: z.uuid() }), produces: ['text/csv'] },
    },
    async (request, reply) => {
      const { caller, params } = request;
      const { rows } = await sql<{ name: string; is_group: boolean }>`
        SELECT name, true AS is_group FROM contact_group WHERE uuid = ${params.uuid} AND account = ${caller.account}
        UNION ALL
        SELECT coalesce(nullif(name, ''), phone), false FROM contact WHERE uuid = ${params.uuid} AND account = ${caller.account}`.execute(
        db,
      );
      const found = rows[0];
      if (!found) throw notFound();
      const member = found.is_group
        ? sql`t.groups @> ARRAY[${params.uuid}::uuid]`
        : sql`t.uuid = ${params.uuid}`;
      const name = found.name.replace(/[/\\:*?"<>|\p{Cc}]/gu, '_');
      const trail = exportTrail(db, caller, {
        entity: found.is_group ? contactGroup.name : entity.name,
        record: params.uuid,
        title: found.name,
      });
      return sendCsv(
        reply,
        `${name} ${nepalDay(new Date())}.csv`,
        lines(request.read, sql`t.account = ${caller.account} AND ${member}`),
        trail,
      );
    },
  );
};
