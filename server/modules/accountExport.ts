import { sql } from 'kysely';
import { z } from 'zod';
import { type AccountExport, accountExport as entity } from '#schema/accountExport.ts';
import { one } from '#schema/entity.ts';
import { crud } from '../crud/crud.ts';
import { disposition, sendHead } from '../crud/download.ts';
import { startLongJob } from '../crud/longJobRoute.ts';
import type { Module } from '../deps.ts';
import { noPreparation } from '../plugins/idempotency.ts';
import { exportTrail } from '../services/access/readTrail.ts';
import { FileGone } from '../services/files/files.ts';
import { addExport } from '../services/people/accountExport.ts';
import { audit } from '../services/platform/audit.ts';
import { brandedFile } from '../services/platform/brand.ts';
import { notFound, Problem } from '../services/platform/problem.ts';

const tags = [entity.name, 'ours'];

/** Exports of everything that the caller's account has. */
export const accountExport: Module = (app, deps) => {
  const { db, files } = deps;
  const { find } = crud(app, { db }, entity, { table: 'account_export', ours: true, own: ['create'] });

  app.post(
    entity.path,
    {
      config: { access: entity.write ?? entity.read, idempotent: 'create' },
      schema: { tags, body: entity.create, response: { 201: one(entity.record) } },
    },
    async (request, reply) => {
      const { caller } = request;
      const data = await startLongJob(deps, request, 'account-export', noPreparation, async (trx) => {
        const uuid = await addExport(trx, caller.account);
        const made = (await find(uuid, caller, trx)) as AccountExport;
        await audit(trx, caller, {
          action: 'create',
          entity: entity.name,
          record: uuid,
          title: made.file_name,
        });
        return made;
      });
      return reply.status(201).send({ data });
    },
  );

  app.get(
    `${entity.path}:uuid/download/`,
    {
      config: { access: entity.read },
      schema: { tags, params: z.object({ uuid: z.uuid() }), produces: ['application/zip'] },
    },
    async (request, reply) => {
      const { caller, params } = request;
      const { file_name, status, rows } = (await find(params.uuid, caller)) as AccountExport;
      if (status === 'expired') throw new Problem('conflict', 'This export has expired. Start a new one.');
      if (status !== 'completed') throw new Problem('conflict', 'This export is not ready.');
      const { rows: found } = await sql<{ path: string; size: number }>`
        SELECT path, size FROM account_export WHERE uuid = ${params.uuid} AND path IS NOT NULL`.execute(db);
      const [stored] = found;
      if (!stored) throw notFound();
      const file = disposition(brandedFile(await app.brand(), file_name));
      const headed = () =>
        reply
          .type('application/zip')
          .header('content-length', stored.size)
          .header('content-disposition', file)
          .header('x-content-type-options', 'nosniff')
          .header('cache-control', 'private, no-store');
      if (request.method === 'HEAD') return sendHead(headed());
      const content = await files.read(stored.path).catch((error: unknown) => {
        throw error instanceof FileGone ? notFound() : error;
      });
      await exportTrail(db, caller, { entity: entity.name, record: params.uuid, title: file_name }).begin(
        rows,
      );
      return headed().send(content);
    },
  );
};
