import { sql } from 'kysely';
import { z } from 'zod';
import { campaign } from '#schema/campaign.ts';
import { csvLine } from '#schema/sheets/cells.ts';
import { sendCsv } from '../crud/download.ts';
import type { Module } from '../deps.ts';
import { exportTrail } from '../services/access/readTrail.ts';
import { notFound } from '../services/platform/problem.ts';
import { type CsvPart, csvHead, csvRows } from '../services/sheets/csv.ts';

const PAGE = 5000;

/** Every recipient that a plan excluded, as CSV in the original order. */
export const plan: Module = (app, { db }) => {
  app.get(
    `${campaign.path}plan/:uuid/refused/`,
    {
      config: { access: ['bulk-sms', 'post'] as const },
      schema: { tags: [campaign.name, 'ours'], params: z.object({ uuid: z.uuid() }), produces: ['text/csv'] },
    },
    async (request, reply) => {
      const { uuid } = request.params;
      const own = await sql`
        SELECT FROM plan WHERE uuid = ${uuid} AND account = ${request.caller.account}`.execute(db);
      if (own.rows.length === 0) throw notFound();

      async function* parts(): AsyncGenerator<CsvPart> {
        yield csvHead(['source', 'row', 'number', 'refused as', 'reason']);
        let after = 0;
        for (;;) {
          const { rows } = await sql<{
            position: number;
            source: string;
            row: number;
            phone: string;
            refusal: string;
            reason: string;
          }>`
            SELECT position, source, row, phone, refusal, reason FROM plan_recipient
            WHERE plan = ${uuid} AND refusal IS NOT NULL AND position > ${after}
            ORDER BY position LIMIT ${PAGE}`.execute(db);
          const last = rows.at(-1);
          if (!last) return;
          yield csvRows(rows.map((r) => csvLine([r.source, r.row, r.phone, r.refusal, r.reason])));
          after = last.position;
        }
      }
      const trail = exportTrail(db, request.caller, {
        entity: campaign.name,
        title: 'refused-recipients.csv',
      });
      return sendCsv(reply, 'refused-recipients.csv', parts(), trail);
    },
  );
};
