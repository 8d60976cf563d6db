import { sql } from 'kysely';
import { z } from 'zod';
import { one } from '#schema/entity.ts';
import { operators } from '#schema/phone.ts';
import {
  ACTIVE_PRICES,
  activePrices as activeSchema,
  productPricing as entity,
  PRICING_IMPACT,
  pricingImpact,
  pricingImpactQuery,
} from '#schema/productPricing.ts';
import { crud } from '../crud/crud.ts';
import type { Module } from '../deps.ts';
import {
  activePrices,
  deletePrice,
  impactOf,
  requireFuture,
  requireStart,
} from '../services/money/pricing.ts';
import { requireAccount } from '../services/people/accounts.ts';
import { notFound } from '../services/platform/problem.ts';

const tags = [entity.name];

/** Prices per part: from when, and for whom. */
export const productPricing: Module = (app, { db }) => {
  crud(app, { db }, entity, {
    table: 'pricing',
    unique: {
      field: 'valid_from',
      message: 'This account and operator already have a price from this time.',
    },
    columns: {
      account_name: sql`(SELECT a.name FROM account a WHERE a.uuid = t.account)`,
      // Past: a newer one of the same account and operator has replaced it.
      status: sql`CASE WHEN t.valid_from > now() THEN 'future'
        WHEN EXISTS (SELECT FROM pricing p WHERE p.valid_from > t.valid_from AND p.valid_from <= now()
          AND p.account IS NOT DISTINCT FROM t.account AND p.operator IS NOT DISTINCT FROM t.operator)
        THEN 'past' ELSE 'in-force' END`,
    },
    async beforeWrite(values, { db: trx, uuid }) {
      if (uuid) await requireFuture(trx, uuid);
      if (values.account) await requireAccount(trx, values.account);
      return { ...values, valid_from: requireStart(values.valid_from as string | null | undefined) };
    },
    remove: deletePrice,
  });

  app.get(
    ACTIVE_PRICES,
    {
      config: { access: entity.read },
      schema: {
        tags,
        querystring: z.strictObject({ account: z.uuid().optional() }),
        response: { 200: one(activeSchema) },
      },
    },
    async ({ query }) => {
      const account = query.account ?? null;
      if (account) {
        const known = await sql`SELECT FROM account WHERE uuid = ${account}`.execute(db);
        if (known.rows.length === 0) throw notFound();
      }
      return { data: { account, prices: await activePrices(db, account, operators) } };
    },
  );

  app.get(
    PRICING_IMPACT,
    {
      config: { access: entity.write ?? entity.read },
      schema: {
        tags: [...tags, 'ours'],
        querystring: pricingImpactQuery,
        response: { 200: one(pricingImpact) },
      },
    },
    async ({ query: { operator = null, valid_from = null, pricing = null, ...terms } }) => ({
      data: await impactOf(db, { operator, valid_from, pricing, ...terms }, operators),
    }),
  );
};
