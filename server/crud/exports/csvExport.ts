import type { Kysely, RawBuilder } from 'kysely';
import type { Entity } from '#schema/entity.ts';
import { csvLine } from '#schema/sheets/cells.ts';
import type { App } from '../../deps.ts';
import { messageTexts } from '../../services/access/messageTexts.ts';
import type { Caller } from '../../services/platform/caller.ts';
import { nepalDay } from '../../services/platform/nepalTime.ts';
import type { Read } from '../../services/platform/standbyReads.ts';
import { type CsvPart, csvHead, csvRows } from '../../services/sheets/csv.ts';
import { sendCsv } from '../download.ts';
import { listPages } from '../listPages.ts';
import { createQuery, type ListQuery } from '../listQuery.ts';
import { listTrail } from '../readNotes.ts';

type Cells = Parameters<typeof csvLine>[0];

interface CsvExport<R> {
  table: string;
  columns: RawBuilder<unknown>;
  /** A condition on the table's rows (`t`): what the caller may see and the query matches. */
  conditions(caller: Caller, query: ListQuery): RawBuilder<unknown>;
  /** Used when the query has no order; defaults to the list's. */
  ordering?: string;
  /** Start of the file name, before the date. */
  name: string;
  /** The date part, with its leading space; defaults to the day in Nepal. */
  dated?(query: ListQuery): string;
  head(query: ListQuery): Cells;
  line(row: R, query: ListQuery): Cells;
}

const today = () => ` ${nepalDay(new Date())}`;

/** GET …export/ below each path of a list: everything that its query matches, in order, as CSV. */
export function csvExport<R extends { uuid: string }>(
  app: App,
  db: Kysely<unknown>,
  entity: Entity,
  { table, columns, conditions, ordering, name, dated = today, head, line }: CsvExport<R>,
): void {
  const texts = messageTexts(entity);
  async function* parts(read: Read, caller: Caller, query: ListQuery): AsyncGenerator<CsvPart, void, void> {
    yield csvHead(head(query));
    const rows = { table, columns, conditions: conditions(caller, query) };
    for await (const page of listPages<R>(read, entity, rows, query.ordering ?? ordering))
      yield csvRows(page.map((row) => csvLine(line(texts.exported(caller, row), query))));
  }
  for (const path of [entity.path, ...entity.aliases]) {
    app.get(
      `${path}export/`,
      {
        config: { access: entity.read, standby: true },
        schema: { tags: [entity.name, 'ours'], querystring: createQuery(entity), produces: ['text/csv'] },
      },
      (request, reply) => {
        const query = request.query as ListQuery;
        const { caller } = request;
        const file = `${name}${dated(query)}.csv`;
        const trail = listTrail(db, caller, entity, query, file, texts.includesTexts(caller));
        return sendCsv(reply, file, parts(request.read, caller, query), trail);
      },
    );
  }
}
