import { sql } from 'kysely';
import { z } from 'zod';
import { type ContactImport, contactImport as entity } from '#schema/contactImport.ts';
import { one } from '#schema/entity.ts';
import { crud } from '../crud.ts';
import type { Module } from '../deps.ts';
import { sendCsv } from '../download.ts';
import { failImport, refusedLines } from '../services/contactImport.ts';
import { contactReader } from '../services/contactRows.ts';
import { requireGroups } from '../services/groups.ts';
import { invalidField, notFound, Problem } from '../services/problem.ts';
import { openSheet } from '../services/sheets.ts';

const tags = [entity.name, 'ours'];
const params = z.object({ uuid: z.uuid() });
const columns = sql.join(Object.keys(entity.record.shape).map((name) => sql.ref(name)));
/** Of one account at a time, so that one customer does not fill the queue for all. */
const WAITING_MAX = 10;

interface StoredFile {
  name: string;
  size: number;
  path: string;
  kind: 'csv' | 'xlsx';
}

/** Imports of sheets into contacts: started here, done by a worker, watched, cancelled, and what they refused. */
export const contactImport: Module = (app, deps) => {
  const { db, files } = deps;
  const read = { access: entity.read };
  const write = { access: entity.write as NonNullable<typeof entity.write> };
  crud(app, deps, entity, { table: 'contact_import', own: ['create'] });

  app.post(
    entity.path,
    { config: write, schema: { tags, body: entity.create, response: { 201: one(entity.record) } } },
    async (request, reply) => {
      const { account } = request.caller;
      const { file: reference, mapping, groups } = request.body;
      const { rows: found } = await sql<StoredFile>`
        SELECT name, size, path, kind FROM file WHERE uuid = ${reference} AND account = ${account}`.execute(
        db,
      );
      const file = found[0];
      if (!file) throw invalidField('file', 'There is no such file. Upload it again.');
      const members = await requireGroups(db, account, groups);
      const sheet = await openSheet(files, file);
      await sheet.close();
      contactReader(sheet.columns, mapping);

      const { rows } = await sql<ContactImport>`
        INSERT INTO contact_import (account, file, file_name, mapping, groups, bytes)
        SELECT ${account}, ${reference}, ${file.name}, ${JSON.stringify(mapping)}, ${members}, ${file.size}
        WHERE (SELECT count(*) FROM contact_import
               WHERE account = ${account} AND status IN ('queued', 'running')) < ${WAITING_MAX}
        RETURNING ${columns}`.execute(db);
      const data = rows[0];
      if (!data) {
        throw new Problem(
          'conflict',
          `${WAITING_MAX} imports are waiting already. Nothing was started. Wait until one of them has ended.`,
        );
      }
      try {
        await deps.enqueue('contact-import', { uuid: data.uuid });
      } catch (error) {
        await failImport(db, data.uuid);
        throw error;
      }
      return reply.status(201).send({ data });
    },
  );

  app.post(
    `${entity.path}:uuid/cancel/`,
    { config: write, schema: { tags, params, response: { 200: one(entity.record) } } },
    async (request) => {
      const { uuid } = request.params;
      const mine = sql`uuid = ${uuid} AND account = ${request.caller.account}`;
      const { rows } = await sql<ContactImport>`
        UPDATE contact_import SET status = 'cancelled', finished_at = now()
        WHERE ${mine} AND status IN ('queued', 'running') RETURNING ${columns}`.execute(db);
      if (rows[0]) return { data: rows[0] };
      const { rows: ended } = await sql`SELECT FROM contact_import WHERE ${mine}`.execute(db);
      if (ended.length === 0) throw notFound();
      throw new Problem('conflict', 'The import has ended already; there is nothing to cancel.');
    },
  );

  app.get(
    `${entity.path}:uuid/refused/`,
    { config: read, schema: { tags, params, produces: ['text/csv'] } },
    async (request, reply) => {
      const { rows } = await sql<
        StoredFile & Pick<ContactImport, 'mapping' | 'refused' | 'status'> & { batches: number[] }
      >`
        SELECT i.mapping, i.batches, i.refused, i.status, f.name, f.size, f.path, f.kind
        FROM contact_import i JOIN file f ON f.uuid = i.file
        WHERE i.uuid = ${request.params.uuid} AND i.account = ${request.caller.account}`.execute(db);
      const job = rows[0];
      if (!job) throw notFound();
      if (job.status === 'queued' || job.status === 'running') {
        throw new Problem(
          'conflict',
          'The import is still running. Its refused rows can be had when it has ended.',
        );
      }
      const name = job.name.replace(/\.(csv|xlsx|txt)$/i, '');
      return sendCsv(reply, `${name} - refused rows.csv`, refusedLines(files, job));
    },
  );
};
