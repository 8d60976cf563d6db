import { sql } from 'kysely';
import { type BlacklistNumber, blacklistNumber as entity } from '#schema/blacklistNumber.ts';
import { crud, visibleTo } from '../crud.ts';
import type { Module } from '../deps.ts';
import { sendCsv } from '../download.ts';
import { listPages } from '../listPages.ts';
import { createQuery, type ListQuery, where } from '../listQuery.ts';
import { csvLine } from '../services/csv.ts';
import { nepalDay, nepalTime } from '../services/nepalTime.ts';
import { requirePhone } from '../services/numbers.ts';

const table = 'blacklist_number';
const columns = sql`t.uuid, t.phone, t.reason, t.source, t.created_at`;

/** Numbers that get no message, and their export: what the filters match, in the list's order. */
export const blacklistNumber: Module = (app, deps) => {
  crud(app, deps, entity, {
    table,
    beforeWrite({ phone, source, ...values }, { uuid }) {
      if (uuid) return values;
      return { ...values, phone: requirePhone(phone as string), source: source ?? 'manual' };
    },
    unique: { field: 'phone', message: 'This number is on the blacklist already.' },
  });

  for (const path of [entity.path, ...entity.aliases]) {
    app.get(
      `${path}export/`,
      {
        config: { access: entity.read },
        schema: { tags: [entity.name, 'ours'], querystring: createQuery(entity), produces: ['text/csv'] },
      },
      (request, reply) => {
        const asked = request.query as ListQuery;
        const conditions = sql`${visibleTo(entity, request.caller)} AND ${where(entity, asked)}`;
        const pages = listPages<BlacklistNumber>(
          deps.db,
          entity,
          { table, columns, conditions },
          asked.ordering,
        );
        return sendCsv(reply, `blacklist ${nepalDay(new Date())}.csv`, lines(pages));
      },
    );
  }
};

/** The head's first two words are what an import of the file takes for its columns. */
async function* lines(pages: AsyncIterable<readonly BlacklistNumber[]>): AsyncGenerator<string, void, void> {
  yield csvLine(['number', 'reason', 'source', 'added on']);
  for await (const numbers of pages) {
    yield numbers
      .map(({ phone, reason, source, created_at }) =>
        csvLine([phone, reason, source, nepalTime(new Date(created_at))]),
      )
      .join('');
  }
}
