import { sql } from 'kysely';
import { z } from 'zod';
import { type Entity, one } from '#schema/entity.ts';
import type { SheetKind } from '#schema/file.ts';
import { column } from '#schema/sheetImport.ts';
import type { Db } from '../db/database.ts';
import type { App, Deps } from '../deps.ts';
import { exportTrail } from '../services/access/readTrail.ts';
import { type ImportTargetName, importTargets, refusedLines } from '../services/contacts/sheetImport.ts';
import { openSheet, requireSheet } from '../services/files/storedSheet.ts';
import { audit } from '../services/platform/audit.ts';
import type { Caller } from '../services/platform/caller.ts';
import { invalidField, notFound, Problem } from '../services/platform/problem.ts';
import type { Mapping } from '../services/sheets/importTarget.ts';
import { crud } from './crud.ts';
import { sendCsv } from './download.ts';
import { startLongJob } from './longJobRoute.ts';

/** The body of a request that starts an import, by the entity's schema. */
interface SentImport {
  file: string;
  mapping: Mapping;
  groups?: string[];
  reason?: string | null;
}

export interface ImportRoutes {
  target: ImportTargetName;
  /** Checks the target's own options and returns them as they are stored. */
  check?(sent: SentImport, caller: Caller): Promise<Partial<Pick<SentImport, 'groups' | 'reason'>>>;
}

/** Those that a campaign to its contacts can name. */
const namedColumns = (columns: readonly string[]) => columns.filter((name) => column.safeParse(name).success);

const params = z.object({ uuid: z.uuid() });
const table = 'contact_import';
/** Imports of one account run one at a time, so that one customer cannot fill the queue. */
const WAITING_MAX = 10;

type Row = Record<string, unknown> & { uuid: string };

interface StoredFile {
  name: string;
  size: number;
  path: string;
  kind: SheetKind;
}

/**
 * The routes of an entity that imports files into a target: start (the work is done by a job), progress, cancel, and
 * refused rows. The routes of one target do not see another's imports.
 */
export function importRoutes(app: App, deps: Deps, entity: Entity, { target, check }: ImportRoutes): void {
  const { db, files } = deps;
  const tags = [entity.name, 'ours'];
  const columns = sql.join(Object.keys(entity.record.shape).map((name) => sql.ref(name)));
  const read = { access: entity.read };
  const write = { access: entity.write ?? entity.read };
  const mine = (uuid: string, { account }: Caller) =>
    sql`i.uuid = ${uuid} AND i.account = ${account} AND i.target = ${target}`;
  crud(app, deps, entity, { table, own: ['create'], only: () => sql`t.target = ${target}` });
  const written = (trx: Db, caller: Caller, action: string, { uuid, file_name }: Row, after: object) =>
    audit(trx, caller, { action, entity: entity.name, record: uuid, title: String(file_name), after });

  /** What a new import stores, from its request and the uploaded file. */
  const prepared = async (sent: SentImport, caller: Caller) => {
    const { rows } = await sql<Omit<StoredFile, 'kind'> & { kind: string }>`
      SELECT name, size, path, kind FROM file
      WHERE uuid = ${sent.file} AND account = ${caller.account}`.execute(db);
    const file = rows[0];
    if (!file) throw invalidField('file', 'This file does not exist. Upload it again.');
    const { path, kind } = file;
    requireSheet(kind, 'file');
    const { groups = [], reason = null } = (await check?.(sent, caller)) ?? {};
    const sheet = await openSheet(files, { path, kind }, sent.mapping, { field: 'mapping' });
    await sheet.close();
    importTargets[target].reader(sheet.columns, sent.mapping);
    return { file, columns: namedColumns(sheet.columns), groups, reason };
  };

  app.post(
    entity.path,
    {
      config: { ...write, idempotent: 'create' },
      schema: { tags, body: entity.create, response: { 201: one(entity.record) } },
    },
    async (request, reply) => {
      const { caller } = request;
      const { account } = caller;
      const sent = request.body as unknown as SentImport;
      const data = await startLongJob(
        deps,
        request,
        'contact-import',
        () => prepared(sent, caller),
        async (trx, { file, columns: named, groups, reason }) => {
          const { rows } = await sql<Row>`
            INSERT INTO contact_import (account, target, file, file_name, mapping, groups, reason, bytes)
            SELECT ${account}, ${target}, ${sent.file}, ${file.name}, ${JSON.stringify({ ...sent.mapping, columns: named })},
              ${groups}::uuid[], ${reason}::text, ${file.size}
            WHERE (SELECT count(*) FROM contact_import
                   WHERE account = ${account} AND status IN ('queued', 'running')) < ${WAITING_MAX}
            RETURNING ${columns}`.execute(trx);
          if (!rows[0]) {
            throw new Problem(
              'conflict',
              `${WAITING_MAX} imports are already queued. Nothing was started. Wait until one of them has ended.`,
            );
          }
          await written(trx, caller, 'import', rows[0], { mapping: sent.mapping, groups, reason });
          return rows[0];
        },
      );
      return reply.status(201).send({ data: data as never });
    },
  );

  app.post(
    `${entity.path}:uuid/cancel/`,
    { config: write, schema: { tags, params, response: { 200: one(entity.record) } } },
    async (request) => {
      const { caller, params } = request;
      const own = mine(params.uuid, caller);
      const data = await db.transaction().execute(async (trx) => {
        const { rows } = await sql<Row>`
          UPDATE contact_import i SET status = 'cancelled', finished_at = now()
          WHERE ${own} AND status IN ('queued', 'running') RETURNING ${columns}`.execute(trx);
        if (rows[0]) await written(trx, caller, 'cancel', rows[0], { status: 'cancelled' });
        return rows[0];
      });
      if (data) return { data: data as never };
      const { rows: ended } = await sql`SELECT FROM contact_import i WHERE ${own}`.execute(db);
      if (ended.length === 0) throw notFound();
      throw new Problem('conflict', 'The import has already ended and cannot be cancelled.');
    },
  );

  app.get(
    `${entity.path}:uuid/refused/`,
    { config: read, schema: { tags, params, produces: ['text/csv'] } },
    async (request, reply) => {
      const { rows } = await sql<
        StoredFile & { mapping: Mapping; refused: number; status: string; batches: number[] }
      >`
        SELECT i.mapping, i.batches, i.refused, i.status, f.name, f.size, f.path, f.kind
        FROM contact_import i JOIN file f ON f.uuid = i.file
        WHERE ${mine(request.params.uuid, request.caller)}`.execute(db);
      const job = rows[0];
      if (!job) throw notFound();
      if (job.status === 'queued' || job.status === 'running') {
        throw new Problem(
          'conflict',
          'The import is still running. Skipped rows can be downloaded when it has ended.',
        );
      }
      const name = job.name.replace(/\.(csv|xlsx|txt)$/i, '');
      const { caller, params } = request;
      const trail = exportTrail(db, caller, { entity: entity.name, record: params.uuid, title: job.name });
      return sendCsv(reply, `${name} - refused rows.csv`, refusedLines(files, { ...job, target }), trail);
    },
  );
}
