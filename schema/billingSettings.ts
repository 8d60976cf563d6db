import { z } from 'zod';
import { field } from './entity.ts';
import { sentDay } from './moments.ts';
import { manualMethods, onlineMethods, TOPUP_MAX, TOPUP_MIN } from './paymentReference.ts';
import { fixedNames, settingsPart } from './settingsPart.ts';
import { shownLine, shownText } from './shownText.ts';

const optional = (most: number) => shownText(most).nullable();
const required = (most: number) => shownLine(most).min(1, 'Required');

/** A bank account of the provider, as customers see it. */
export const bankAccount = z.strictObject({
  bank: required(100),
  branch: shownLine(100).nullable(),
  /** The name of its owner. */
  name: required(120),
  number: z
    .string()
    .trim()
    .regex(/^[0-9A-Za-z][0-9A-Za-z -]{3,39}$/, 'Enter 4 to 40 digits and letters.'),
});
export type BankAccount = z.infer<typeof bankAccount>;

export const INSTRUCTIONS_MAX = 1000;
const topupBound = z
  .int()
  .min(TOPUP_MIN, 'The amount must be at least Rs. 10.')
  .max(TOPUP_MAX, 'The amount must be at most Rs. 1,00,00,000.')
  .nullable();

/** What a provider sets of billing: one record, which PUT sends whole. */
export const billing = settingsPart('billing', {
  /** The issuer of tax invoices; without name and PAN none is issued. */
  seller_name: field('text', shownLine(120).nullable()),
  seller_pan: field(
    'text',
    z
      .string()
      .trim()
      .regex(/^\d{9}$/, 'Enter the nine digits of the PAN.')
      .nullable(),
  ),
  seller_address: field('text', optional(200)),
  bank_accounts: field('text', z.array(bankAccount).max(10)),
  /** The methods besides online services, in the order in which customers see them. */
  payment_methods: field('text', z.array(z.enum(manualMethods)).max(manualMethods.length)),
  /** What customers read when they choose the method. */
  bank_instructions: field('longText', optional(INSTRUCTIONS_MAX)),
  cash_instructions: field('longText', optional(INSTRUCTIONS_MAX)),
  cheque_instructions: field('longText', optional(INSTRUCTIONS_MAX)),
  /** The least and the largest top-up, in minor units; null: Rs. 10 and Rs. 1,00,00,000. */
  topup_min: field('money', topupBound),
  topup_max: field('money', topupBound),
  /** Days to pay the monthly invoice of a post-paid account. */
  invoice_days: field('integer', z.int().min(1, 'Enter 1 to 90 days.').max(90, 'Enter 1 to 90 days.')),
});

/** Ours, below it: VAT rates, invoice series and online services. */
export const VAT_RATES = `${billing.path}vat-rates/`;
export const INVOICE_SERIES = `${billing.path}invoice-series/`;
export const GATEWAYS = `${billing.path}gateways/`;
/** GET (ours): VAT rates for those who set prices. */
export const PRICING_VAT = '/v1/admin/product-pricing/vat/';

/** PUT: what the server's environment fixes must be sent as it is. */
export const billingInput = billing.update
  .refine(({ payment_methods }) => new Set(payment_methods).size === payment_methods.length, {
    path: ['payment_methods'],
    message: 'Each method can be listed once.',
  })
  .refine(({ topup_min, topup_max }) => (topup_min ?? TOPUP_MIN) <= (topup_max ?? TOPUP_MAX), {
    path: ['topup_max'],
    message: 'The largest top-up must not be below the smallest.',
  });
export type BillingInput = z.infer<typeof billing.update>;
export type BillingField = keyof BillingInput;

/** A rate holds from its day on (Nepal time) until the next. The first has held from the beginning: its day is null. */
const vatRate = z.object({ from: z.iso.date().nullable(), percent: z.number() });
export type VatRate = z.infer<typeof vatRate>;
/** All rates, oldest first, as GET and every change answer. */
export const vatRates = z.object({ rates: z.array(vatRate) });
export type VatRates = z.infer<typeof vatRates>;
/** PUT: sets the rate from a day on, today or later; replaces one of the same day. */
export const vatInput = z.strictObject({
  from: sentDay(),
  percent: z
    .number()
    .min(0, 'Enter a percentage from 0 to 99.99.')
    .max(99.99, 'Enter a percentage from 0 to 99.99.')
    .refine((percent) => Math.abs(percent * 100 - Math.round(percent * 100)) < 1e-6, 'At most two decimals.'),
});
export type VatInput = z.infer<typeof vatInput>;

/** The rate of a day; rates oldest first. */
export function vatPercentOn(rates: readonly VatRate[], day: string): number | undefined {
  return rates.findLast(({ from }) => from === null || from <= day)?.percent;
}

/** How a fiscal year numbers its invoices: `INV-` and 1001 make `INV-2083/84-001001`, then `INV-2083/84-001002`. */
export const invoiceSeries = z.object({
  fiscal_year: z.string(),
  prefix: z.string(),
  first: z.int(),
  /** The number of the last invoice; null before the first one, until which the series can be changed. */
  last: z.int().nullable(),
});
export type InvoiceSeries = z.infer<typeof invoiceSeries>;
/** PUT: of the current or the next fiscal year, as long as it has no invoice. */
export const seriesInput = z.strictObject({
  fiscal_year: z.string().regex(/^\d{4}\/\d\d$/, 'Enter a fiscal year such as 2083/84.'),
  prefix: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9./-]{0,12}$/, 'Up to 12 letters, digits, points, hyphens and slashes.'),
  first: z
    .int()
    .min(1, 'The first number must be 1 or more.')
    .max(9_999_999, 'The first number must be at most 99,99,999.'),
});
export type SeriesInput = z.infer<typeof seriesInput>;

/** An online service; its secret is never told. */
export const gatewaySetting = z.object({
  method: z.enum(onlineMethods),
  /** eSewa's merchant code. */
  product: z.string().nullable(),
  /** Whether there is a secret. Customers can then pay by it, if it can be read. */
  is_set: z.boolean(),
  /** Set by the server's environment, and not to be changed here. */
  is_fixed: z.boolean(),
  /** The process that answers cannot decrypt the secret, and does not offer the service. */
  is_unreadable: z.boolean(),
});
export type GatewaySetting = z.infer<typeof gatewaySetting>;

/** PUT .../gateways/esewa/ and .../khalti/. A missing secret keeps the stored one. */
export const gatewayInput = z.strictObject({
  product: z.string().trim().min(1, 'Required').max(100).nullish(),
  secret: z.string().trim().min(4, 'This is too short for a secret key.').max(300).nullish(),
});
export type GatewayInput = z.infer<typeof gatewayInput>;

/** What a service answered to a question about a payment that does not exist. */
export const gatewayCheck = z.object({
  /** `ok`: it answered as it does to this merchant; `refused`: not to these keys; `unreachable`: no usable answer. */
  result: z.enum(['ok', 'refused', 'unreachable']),
  /** In words, with what the service said. */
  detail: z.string(),
  /** How long it took. */
  ms: z.int().nonnegative(),
});
export type GatewayCheck = z.infer<typeof gatewayCheck>;

export const billingSettings = z.object({
  ...billing.update.shape,
  /** Fields that the server's environment sets; they cannot be changed here. */
  fixed: fixedNames,
  vat_rates: z.array(vatRate),
  /** The current fiscal year, the next one, and those before that have invoices; newest first. */
  invoice_series: z.array(invoiceSeries),
  gateways: z.array(gatewaySetting),
});
export type BillingSettings = z.infer<typeof billingSettings>;
