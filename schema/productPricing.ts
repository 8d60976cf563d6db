import { z } from 'zod';
import { defineEntity, field } from './entity.ts';
import { sentMoment } from './moments.ts';
import { operators } from './phone.ts';

/** Decimals that a price in minor units may have. */
const DECIMALS = 4;
const PRICE_MAX = 10_000;
const TOO_FINE = 'Use at most six decimals of a rupee.';

const isExact = (price: number): boolean => Number(price.toFixed(DECIMALS)) === price;

/**
 * The price of a message part from a moment on: for one account or for all (null), for one operator or any (null). A price
 * in force is never changed or deleted, because people have been charged by it; a new one with a later `valid_from`
 * replaces it.
 */
export const productPricing = defineEntity({
  name: 'admin/product-pricing',
  path: '/v1/admin/product-pricing/',
  read: ['product-pricing-list', 'get'],
  write: ['product-pricing-list', 'post'],
  // There is also DELETE for a single price that is not in force yet; bulk deletion is not offered.
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
    /**
     * Minor units per Viber message, VAT included, to four decimals. Null: this price says nothing about Viber, and an earlier
     * one stays in force. Optional for servers.
     */
    viber_price: field('price', z.number().min(0).max(PRICE_MAX).refine(isExact, TOO_FINE).nullish()),
    /** Whether undelivered messages are refunded to the wallet. */
    release_undelivered: field('boolean', z.boolean()),
    /** A moment in the future; defaults to now. */
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

/** GET /v1/admin/product/active/?account=: the current price per part of each operator, for an account or in general. */
export const activePrices = z.object({
  account: z.uuid().nullable(),
  prices: z.array(
    z.object({
      operator: z.enum(operators),
      price: z.number(),
      /** Of a Viber message: of the most specific price that names one. Null: there is none. Optional for servers. */
      viber_price: z.number().nullish(),
      release_undelivered: z.boolean(),
      valid_from: z.iso.datetime(),
      /** The pricing that applies, and whether it is specific to the account and to the operator. */
      pricing: z.uuid(),
      own: z.boolean(),
      any_operator: z.boolean(),
      /** The next known price. */
      next: z.object({ price: z.number(), valid_from: z.iso.datetime() }).nullable(),
    }),
  ),
});
export type ActivePrices = z.infer<typeof activePrices>;

export const PRICING_IMPACT = `${productPricing.path}impact/`;

const { operator, price, release_undelivered } = productPricing.fields;

/** The query of PRICING_IMPACT: a general price that is about to be saved. */
export const pricingImpactQuery = z.strictObject({
  operator: z.enum(operators).optional(),
  price: z.coerce.number().pipe(price.schema),
  viber_price: z.coerce.number().pipe(price.schema).optional(),
  release_undelivered: z.stringbool(),
  /** Defaults to now. */
  valid_from: sentMoment().optional(),
  /** The future price that would be changed. */
  pricing: z.uuid().optional(),
});

/** GET PRICING_IMPACT: whose price changes, and by how much, when it takes effect. */
export const pricingImpact = z.object({
  /** Active customer accounts without a price of their own that takes precedence, of SMS or of Viber. */
  accounts: z.int(),
  /** The names of the first few. */
  names: z.array(z.string()),
  operators: z.array(
    z.object({
      operator: operator.schema.unwrap().unwrap(),
      accounts: z.int(),
      /** Null when no price is in force. */
      old_price: price.schema.nullable(),
      old_release_undelivered: release_undelivered.schema.nullable(),
    }),
  ),
  /** The same of the price per Viber message. Optional for servers. */
  viber: z
    .array(
      z.object({
        operator: operator.schema.unwrap().unwrap(),
        accounts: z.int(),
        old_price: price.schema.nullable(),
      }),
    )
    .optional(),
});
export type PricingImpact = z.infer<typeof pricingImpact>;
