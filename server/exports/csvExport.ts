import type { RawBuilder } from 'kysely';
import type { Entity } from '#schema/entity.ts';
import { csvLine } from '#schema/sheets/cells.ts';
import type { Db } from '../db/database.ts';
import type { App } from '../deps.ts';
import { sendCsv } from '../download.ts';
import { listPages } from '../listPages.ts';
import { createQuery, type ListQuery } from '../listQuery.ts';
import { nepalDay } from '../services/nepalTime.ts';
import type { Caller } from '../services/sessions.ts';

type Cells = Parameters<typeof csvLine>[0];

interface CsvExport<R> {
  table: string;
  columns: RawBuilder<unknown>;
  /** On the rows of the table, which is `t`: those that the caller may see and the query asks for. */
  conditions(caller: Caller, asked: ListQuery): RawBuilder<unknown>;
  /** Where the query asks for none; the list's own otherwise. */
  ordering?: string;
  /** Of the file, before what dates it. */
  name: string;
  /** What dates it, with its space; the day in Nepal otherwise. */
  dated?(asked: ListQuery): string;
  head(asked: ListQuery): Cells;
  line(row: R, asked: ListQuery): Cells;
}

const today = () => ` ${nepalDay(new Date())}`;

/** GET …export/ beside each of a list's paths: what its query matches, all of it and in its order, as a CSV file. */
export function csvExport<R extends { uuid: string }>(
  app: App,
  db: Db,
  entity: Entity,
  { table, columns, conditions, ordering, name, dated = today, head, line }: CsvExport<R>,
): void {
  async function* lines(caller: Caller, asked: ListQuery): AsyncGenerator<string, void, void> {
    yield csvLine(head(asked));
    const rows = { table, columns, conditions: conditions(caller, asked) };
    for await (const page of listPages<R>(db, entity, rows, asked.ordering ?? ordering))
      yield page.map((row) => csvLine(line(row, asked))).join('');
  }
  for (const path of [entity.path, ...entity.aliases]) {
    app.get(
      `${path}export/`,
      {
        config: { access: entity.read },
        schema: { tags: [entity.name, 'ours'], querystring: createQuery(entity), produces: ['text/csv'] },
      },
      (request, reply) => {
        const asked = request.query as ListQuery;
        return sendCsv(reply, `${name}${dated(asked)}.csv`, lines(request.caller, asked));
      },
    );
  }
}
