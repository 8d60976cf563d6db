import { sql } from 'kysely';
import type { z } from 'zod';
import { one } from '#schema/entity.ts';
import { type ConsumptionTotals, consumptionTotals, consumption as entity } from '#schema/wallet.ts';
import { crud } from '../crud/crud.ts';
import { csvExport } from '../crud/exports/csvExport.ts';
import { createQuery, type ListQuery, where } from '../crud/listQuery.ts';
import { filtersOf } from '../crud/listTotals.ts';
import type { Module } from '../deps.ts';
import { visibleTo } from '../services/access/visibleTo.ts';
import type { Caller } from '../services/platform/caller.ts';
import { ofCampaign } from '../services/platform/ofSameAccount.ts';
import { rupees, yesNo } from '../services/sheets/csv.ts';

type Row = z.infer<typeof entity.record> & { campaign_name: string };

const table = 'consumption';
const test = ofCampaign('t', 'test');
const columns = sql`t.uuid, t.day, ${ofCampaign('t', 'name')} AS campaign_name,
  t.operator, t.source, t.messages, t.parts, t.amount, ${test} AS test`;

/** What daily_use adds up already: an account of millions of campaigns has a few rows a day. */
const summed = ['day', 'operator'];
const totalsOf = (query: ListQuery) =>
  filtersOf(query).every((name) => summed.includes(name.replace(/__.*/, '')))
    ? sql`daily_use`
    : sql`consumption`;

/** The usage of campaigns, its sums, and its export. */
export const consumption: Module = (app, { db }) => {
  crud(app, { db }, entity, { table, columns: { test }, standby: true });

  const config = { access: entity.read, standby: true as const };
  const tags = [entity.name, 'ours'];
  const querystring = createQuery(entity);
  const matching = (caller: Caller, query: ListQuery) =>
    sql`${visibleTo(entity, caller)} AND ${where(entity, query)}`;

  app.get(
    `${entity.path}totals/`,
    { config, schema: { tags, querystring, response: { 200: one(consumptionTotals) } } },
    async ({ caller, query, read }) => {
      const asked = query as ListQuery;
      const statement = sql<ConsumptionTotals>`
        SELECT coalesce(sum(messages), 0)::bigint AS messages, coalesce(sum(parts), 0)::bigint AS parts,
          coalesce(sum(amount), 0) AS amount
        FROM ${totalsOf(asked)} t WHERE ${matching(caller, asked)}`;
      const { rows } = await read((from) => statement.execute(from));
      return { data: rows[0] as ConsumptionTotals };
    },
  );

  csvExport<Row>(app, db, entity, {
    table,
    columns,
    conditions: matching,
    name: 'consumption-history',
    dated: () => '',
    head: () => ['day', 'campaign', 'operator', 'paid from', 'messages', 'parts', 'amount (Rs.)', 'test'],
    line: ({ day, campaign_name, operator, source, messages, parts, amount, test: isTest }) => [
      ...[day, campaign_name, operator, source, messages, parts],
      rupees(amount),
      yesNo(isTest),
    ],
  });
};
