import { sql } from 'kysely';
import { z } from 'zod';
import { one } from '#schema/entity.ts';
import { operators } from '#schema/phone.ts';
import {
  ACTIVE_PRICES,
  activePrices as activeSchema,
  productPricing as entity,
  PRICING_IMPACT,
  type ProductPricing,
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
import { withViberPrices } from '../services/money/viberPricing.ts';
import { requireAccount } from '../services/people/accounts.ts';
import { audit } from '../services/platform/audit.ts';
import { accountName } from '../services/platform/names.ts';
import { notFound, Problem } from '../services/platform/problem.ts';

const tags = [entity.name];
const params = z.object({ uuid: z.uuid() });

/** Prices per part: from when, and for whom. */
export const productPricing: Module = (app, { db }) => {
  const { find } = crud(app, { db }, entity, {
    table: 'pricing',
    unique: {
      field: 'valid_from',
      message: 'This account and operator already have a price from this time.',
    },
    columns: {
      account_name: accountName,
      // Past: a newer one of the same account and operator has replaced it.
      status: sql`CASE WHEN t.valid_from > now() THEN 'future'
        WHEN EXISTS (SELECT FROM pricing p WHERE p.valid_from > t.valid_from AND p.valid_from <= now()
          AND p.account IS NOT DISTINCT FROM t.account AND p.operator IS NOT DISTINCT FROM t.operator)
        THEN 'past' ELSE 'in-force' END`,
    },
    async beforeWrite(values, { db: trx, uuid }) {
      if (uuid) await requireFuture(trx, uuid);
      if (values.account) await requireAccount(trx, values.account);
      const valid_from = await requireStart(trx, values.valid_from as string | null | undefined);
      return { ...values, valid_from };
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
      const prices = await activePrices(db, account, operators);
      return { data: { account, prices: await withViberPrices(db, account, prices) } };
    },
  );

  // A person has reviewed a price in force and keeps it: this changes nothing but the audit log (reports/setup.ts).
  app.post(
    `${entity.path}:uuid/confirm/`,
    {
      config: { access: entity.write ?? entity.read },
      schema: { tags: [...tags, 'ours'], params, response: { 200: one(entity.record) } },
    },
    ({ caller, params: { uuid } }) =>
      db.transaction().execute(async (trx) => {
        const found = (await find(uuid, caller, trx)) as ProductPricing;
        if (found.status !== 'in-force') {
          throw new Problem('conflict', 'This price is not in force, so there is nothing to confirm.');
        }
        const { price, account: of = null, account_name: title } = found;
        const event = { action: 'confirm', entity: entity.name, record: uuid, account: of, title };
        await audit(trx, caller, { ...event, after: { price } });
        return { data: found };
      }),
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
    async ({
      query: { operator = null, viber_price = null, valid_from = null, pricing = null, ...terms },
    }) => ({
      data: await impactOf(db, { operator, viber_price, valid_from, pricing, ...terms }, operators),
    }),
  );
};
