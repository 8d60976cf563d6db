import { sql } from 'kysely';
import { type DailyConsumption, dailyConsumption as entity } from '#schema/dailyConsumption.ts';
import { crud, visibleTo } from '../crud.ts';
import type { Module } from '../deps.ts';
import { sendCsv } from '../download.ts';
import { listPages } from '../listPages.ts';
import { createQuery, type ListQuery, where } from '../listQuery.ts';
import { csvLine, rupees } from '../services/csv.ts';

const table = 'daily_consumption';
const names = ['day', 'sent', 'delivered', 'failed', 'messages', 'parts', 'amount'] as const;

/** Days as a whole, or by operator where the list is asked for operators. */
const only = (asked: ListQuery | undefined) =>
  !asked || asked.operator || asked.operator__in ? sql`true` : sql`t.operator IS NULL`;

/** What an account used and sent each day, and its export. */
export const dailyConsumption: Module = (app, deps) => {
  crud(app, deps, entity, { table, only: (_, asked) => only(asked) });

  for (const path of [entity.path, ...entity.aliases]) {
    app.get(
      `${path}export/`,
      {
        config: { access: entity.read },
        schema: { tags: [entity.name, 'ours'], querystring: createQuery(entity), produces: ['text/csv'] },
      },
      (request, reply) => {
        const asked = request.query as ListQuery;
        const conditions = sql`${visibleTo(entity, request.caller)} AND ${only(asked)} AND ${where(entity, asked)}`;
        const columns = sql.join(['uuid', 'operator', ...names].map((name) => sql.ref(`t.${name}`)));
        const pages = listPages<DailyConsumption>(
          deps.db,
          entity,
          { table, columns, conditions },
          asked.ordering ?? 'day',
        );
        const byOperator = Boolean(asked.operator || asked.operator__in);
        return sendCsv(reply, `daily-consumption${rangeOf(asked)}.csv`, lines(pages, byOperator));
      },
    );
  }
};

const rangeOf = ({ day__gte, day__lte }: ListQuery): string =>
  [day__gte, day__lte].flatMap((day) => (day ? [` ${String(day)}`] : [])).join('');

/** Amounts in rupees, as people add them up; the API's are paisa. */
async function* lines(
  pages: AsyncIterable<readonly DailyConsumption[]>,
  byOperator: boolean,
): AsyncGenerator<string, void, void> {
  const operator = byOperator ? ['operator'] : [];
  yield csvLine(['day', ...operator, ...names.slice(1, -1), 'amount (Rs.)']);
  for await (const days of pages) {
    yield days
      .map((day) =>
        csvLine([
          day.day,
          ...(byOperator ? [day.operator] : []),
          ...[day.sent, day.delivered, day.failed, day.messages, day.parts],
          rupees(day.amount),
        ]),
      )
      .join('');
  }
}
