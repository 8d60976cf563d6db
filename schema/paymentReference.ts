import { z } from 'zod';
import { choice, defineEntity, field } from './entity.ts';
import { sentMoment } from './moments.ts';
import { REASON_MAX } from './reasonMax.ts';
import { shownLine, shownText } from './shownText.ts';

/** Payments outside the system; the provider's staff confirm that the money has come. */
export const manualMethods = ['bank', 'cash', 'cheque'] as const;
export type ManualMethod = (typeof manualMethods)[number];
/** Online payment services; the server itself asks the service whether the money has come. */
export const onlineMethods = ['esewa', 'khalti'] as const;
const paymentMethods = [...manualMethods, ...onlineMethods, 'wallet'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

export const paymentStates = ['pending', 'confirmed', 'rejected', 'cancelled'] as const;
export type PaymentState = (typeof paymentStates)[number];

/** The allowed transitions of a payment reference; any other is refused and changes nothing. */
export const paymentMoves: Record<PaymentState, readonly PaymentState[]> = {
  pending: ['confirmed', 'rejected', 'cancelled'],
  confirmed: [],
  rejected: [],
  cancelled: [],
};

export const paymentFields = {
  kind: choice(['topup', 'package'], { write: 'never', list: false }),
  /** The amount to pay, VAT included. */
  amount: field('money', z.int().positive(), { write: 'never', sort: true }),
  method: choice(paymentMethods, { write: 'never' }),
  /** The payment's number at the bank or service. */
  reference: field('text', z.string().nullable(), { write: 'never', search: true }),
  /** The uploaded picture or PDF of the receipt. */
  receipt: field('text', z.uuid().nullable(), { write: 'never', list: false }),
  /** What its customer or staff wrote about it; both read it. */
  note: field('longText', z.string().nullable(), { write: 'never', list: false }),
  package_name: field('text', z.string().nullable(), { write: 'never', list: false, search: true }),
  status: choice(paymentStates, { write: 'never' }),
  /** Why it was rejected. */
  reason: field('text', z.string().nullable(), { write: 'never', list: false }),
  decided_at: field('datetime', z.iso.datetime().nullable(), { write: 'never', list: false }),
  /** The tax invoice of a confirmed payment. */
  invoice: field('text', z.uuid().nullable(), { write: 'never', list: false }),
};

export const NOTE_MAX = 500;
const noteInput = shownText(NOTE_MAX).nullish();

/** What of a payment its customer and staff may change until it is decided. */
export const changedPaymentFields = {
  reference: { ...paymentFields.reference, write: 'always', input: shownLine(100).nullish() },
  receipt: { ...paymentFields.receipt, write: 'always', input: z.uuid().nullish() },
  note: { ...paymentFields.note, write: 'always', input: noteInput },
} as const;
const changedFields = { ...paymentFields, ...changedPaymentFields } as const;

/** PUT of a pending payment from outside. A transfer and a cheque need their number. A note that is left out stays. */
export interface PaymentChange {
  reference?: string | null | undefined;
  receipt?: string | null | undefined;
  note?: string | null | undefined;
}

/** A customer's own payments; the top-up page shows those of kind `topup`. */
export const paymentReference = defineEntity({
  name: 'wallet/topup-history',
  path: '/v1/credit/user-payment-reference/',
  read: ['topup-list', 'get'],
  write: ['topup-list', 'post'],
  writes: ['update'],
  title: 'reference',
  fields: {
    ...changedFields,
    /** Minor units of it that paid monthly invoices; `invoice` is of the rest. */
    settled: field('money', z.int().nullish(), { write: 'never', list: false }),
  },
});
export type PaymentReference = z.infer<typeof paymentReference.record>;

/** The same payments, limited to package purchases. */
export const packagePurchase = defineEntity({
  name: 'packages/history',
  path: '/v1/credit/user-payment-reference/smspackages/',
  read: ['package-history', 'get'],
  write: ['package-list', 'post'],
  writes: ['update'],
  title: 'package_name',
  fields: changedFields,
});

/** Minimum and maximum of one top-up, in minor units: 10.00 to 1,00,00,000.00. A provider may set narrower bounds. */
export const TOPUP_MIN = 1_000;
export const TOPUP_MAX = 1_000_000_000;

const twoDecimals = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
const inRupees = (minor: number): string => `Rs. ${(minor / 100).toLocaleString('en-IN', twoDecimals)}`;

/** Why an amount is outside a provider's bounds; undefined if it is not. All in minor units. */
export function topupProblem(
  amount: number,
  { topup_min, topup_max }: { topup_min?: number | null | undefined; topup_max?: number | null | undefined },
): string | undefined {
  const [least, most] = [topup_min ?? TOPUP_MIN, topup_max ?? TOPUP_MAX];
  if (amount < least) return `The minimum top-up is ${inRupees(least)}.`;
  return amount > most ? `The maximum top-up is ${inRupees(most)}.` : undefined;
}

const payment = {
  /** The bank's number of the transfer, or the cheque's number. */
  reference: shownLine(100).nullish(),
  /** uuid of an uploaded picture or PDF. */
  receipt: z.uuid().nullish(),
  note: noteInput,
};

/** Whether payments by this method can only be found by their number: transfers and cheques. */
export const needsReference = (method: string): boolean => method === 'bank' || method === 'cheque';

/** POST /v1/credit/payment/credit_payment_initiate/: requests a top-up. Manual methods other than cash need a reference. */
export const topupInput = z
  .strictObject({
    amount: z
      .int()
      .min(TOPUP_MIN, 'The minimum top-up is Rs. 10.00.')
      .max(TOPUP_MAX, 'This is more than the maximum top-up.'),
    method: z.enum([...manualMethods, ...onlineMethods]),
    ...payment,
  })
  .refine(({ method, reference }) => !needsReference(method) || Boolean(reference), {
    path: ['reference'],
    message: 'Required',
  });
export type TopupInput = z.infer<typeof topupInput>;

/**
 * POST /v1/credit/user-payment-reference/smspackages/: buys a package, immediately from the wallet or by a payment from
 * outside that is confirmed later. `price` is the price that the customer saw; if it has changed, the answer is 409.
 */
export const purchaseInput = z
  .strictObject({
    package: z.uuid(),
    price: z.int().positive(),
    method: z.enum([...manualMethods, ...onlineMethods, 'wallet']),
    ...payment,
  })
  .refine(({ method, reference }) => !needsReference(method) || Boolean(reference), {
    path: ['reference'],
    message: 'Required',
  });
export type PurchaseInput = z.infer<typeof purchaseInput>;

/**
 * The answer to a new payment. For an online method, `checkout` says where the browser goes: a form to send to the service
 * (`fields`), or an address to open (no fields).
 */
export const startedPayment = paymentReference.record.extend({
  checkout: z.object({ url: z.url(), fields: z.record(z.string(), z.string()).nullable() }).nullable(),
});
export type StartedPayment = z.infer<typeof startedPayment>;

/** GET /v1/credit/payment/methods/ (ours): the accepted payment methods, and where to transfer money. */
export const paymentOptions = z.object({
  methods: z.array(z.enum([...manualMethods, ...onlineMethods])),
  /** Where to transfer money, as lines of text; empty when the provider gave none. */
  instructions: z.string(),
  /** The same in parts, for a console that shows them by method. */
  accounts: z
    .array(z.object({ bank: z.string(), branch: z.string().nullish(), name: z.string(), number: z.string() }))
    .nullish(),
  method_instructions: z.partialRecord(z.enum(manualMethods), z.string()).nullish(),
  /** The least and the largest top-up, in minor units; missing: TOPUP_MIN and TOPUP_MAX. */
  topup_min: z.int().nullish(),
  topup_max: z.int().nullish(),
});
export type PaymentOptions = z.infer<typeof paymentOptions>;

/**
 * POST /v1/credit/payment/credit_payment_confirm/. `reference` is the bank's number, if the payment has none yet.
 * `duplicate` confirms that the reviewer knows of other confirmed payments with this number; without it they cause a 409
 * (`duplicate`).
 */
export const confirmInput = z.strictObject({
  uuid: z.uuid(),
  reference: shownLine(100).nullish(),
  duplicate: z.boolean().nullish(),
  /** The `updated_at` that the reviewer has read; if the customer has changed the payment since, the answer is 409. */
  updated_at: sentMoment().nullish(),
});
export const rejectInput = z.strictObject({
  uuid: z.uuid(),
  reason: shownText(REASON_MAX).min(1, 'Required'),
});
