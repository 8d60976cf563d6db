import { z } from 'zod';
import { defineEntity, field } from './entity.ts';
import { sentMoment } from './moments.ts';
import { operators } from './phone.ts';

/** The decimals that a price in minor units may have. */
const DECIMALS = 4;
const PRICE_MAX = 10_000;
const TOO_FINE = 'Use at most six decimals of a rupee.';

const isExact = (price: number): boolean => Number(price.toFixed(DECIMALS)) === price;

/**
 * What a message part costs from a moment on: of one account or of everybody (null), for one operator or for
 * any (null). A price in force is never changed or deleted, because people have been charged by it: a new one
 * with a later `valid_from` takes its place.
 */
export const productPricing = defineEntity({
  name: 'admin/product-pricing',
  path: '/v1/admin/product-pricing/',
  read: ['product-pricing-list', 'get'],
  write: ['product-pricing-list', 'post'],
  // DELETE on one record is there too, for prices that are still to come; many are never deleted at once.
  writes: ['create', 'update'],
  tenancy: 'everyone',
  title: 'account_name',
  order: '-valid_from',
  fields: {
    account: field('reference', z.uuid().nullish(), {
      write: 'create',
      list: false,
      filter: 'equals',
      of: 'admin/accounts',
    }),
    account_name: field('text', z.string().nullable(), { write: 'never' }),
    operator: field('choice', z.enum(operators).nullish(), {
      write: 'create',
      filter: 'equals',
      choices: operators,
    }),
    /** Minor units per part, VAT included, to four decimals. */
    price: field('price', z.number().min(0).max(PRICE_MAX).refine(isExact, TOO_FINE), { sort: true }),
    /** Whether what comes back undelivered is given back to the wallet. */
    release_undelivered: field('boolean', z.boolean()),
    /** Given, a moment that is still to come; left out, now. */
    valid_from: field('datetime', z.iso.datetime(), {
      sort: true,
      filter: 'range',
      input: sentMoment().nullish(),
    }),
    status: field('choice', z.enum(['future', 'in-force', 'past']), {
      write: 'never',
      choices: ['future', 'in-force', 'past'],
    }),
  },
});
export type ProductPricing = z.infer<typeof productPricing.record>;

export const ACTIVE_PRICES = '/v1/admin/product/active/';

/** GET /v1/admin/product/active/?account=: what each operator's part costs now, of an account or of everybody. */
export const activePrices = z.object({
  account: z.uuid().nullable(),
  prices: z.array(
    z.object({
      operator: z.enum(operators),
      price: z.number(),
      release_undelivered: z.boolean(),
      valid_from: z.iso.datetime(),
      /** The pricing that the price comes from, and whether it is the account's own and the operator's own. */
      pricing: z.uuid(),
      own: z.boolean(),
      any_operator: z.boolean(),
      /** What takes its place next, as far as it is known. */
      next: z.object({ price: z.number(), valid_from: z.iso.datetime() }).nullable(),
    }),
  ),
});
export type ActivePrices = z.infer<typeof activePrices>;

export const PRICING_IMPACT = `${productPricing.path}impact/`;

const { operator, price, release_undelivered } = productPricing.fields;

/** The query of PRICING_IMPACT: a price of every account, as it would be saved. */
export const pricingImpactQuery = z.strictObject({
  operator: z.enum(operators).optional(),
  price: z.coerce.number().pipe(price.schema),
  release_undelivered: z.stringbool(),
  /** Left out, now. */
  valid_from: sentMoment().optional(),
  /** The price to come that would be changed. */
  pricing: z.uuid().optional(),
});

/** GET PRICING_IMPACT: whose price changes, and by how much, at the moment when it begins. */
export const pricingImpact = z.object({
  /** Active customers' accounts without a price of their own that wins. */
  accounts: z.int(),
  /** The first few of them by name. */
  names: z.array(z.string()),
  operators: z.array(
    z.object({
      operator: operator.schema.unwrap().unwrap(),
      accounts: z.int(),
      /** Null where no price is in force. */
      old_price: price.schema.nullable(),
      old_release_undelivered: release_undelivered.schema.nullable(),
    }),
  ),
});
export type PricingImpact = z.infer<typeof pricingImpact>;
