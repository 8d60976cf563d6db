import { sql } from 'kysely';
import { type BillingField, type BillingInput, billing } from '#schema/billingSettings.ts';
import { type ManualMethod, manualMethods, topupProblem } from '#schema/paymentReference.ts';
import type { Db } from '../../db/database.ts';
import { audit } from '../platform/audit.ts';
import type { Caller } from '../platform/caller.ts';
import { invalidField } from '../platform/problem.ts';
import { differs, refuseFixed } from '../platform/settingsPart.ts';
import type { Seller } from './invoices.ts';

/** What the server's environment may fix of billing. */
export interface BillingEnvironment {
  SELLER_NAME?: string | undefined;
  SELLER_PAN?: string | undefined;
  SELLER_ADDRESS?: string | undefined;
  PAYMENT_METHODS?: readonly ManualMethod[] | undefined;
  PAYMENT_INSTRUCTIONS?: string | undefined;
  DATABASE_URL?: string | undefined;
}

/** The seller of a demonstration that nobody has set up. */
const DEMO_SELLER = { seller_name: 'Demo Provider', seller_pan: '600000000', seller_address: 'Kathmandu' };

/** Which instructions a method has. */
export const instructionsOf = (method: ManualMethod): `${ManualMethod}_instructions` =>
  `${method}_instructions`;

/** The variables that are set, by the fields that they fix. PAYMENT_INSTRUCTIONS has always been one text for all methods. */
function fixedBy(env: BillingEnvironment): Partial<BillingInput> {
  const text = env.PAYMENT_INSTRUCTIONS?.trim();
  return {
    ...(env.SELLER_NAME && { seller_name: env.SELLER_NAME }),
    ...(env.SELLER_PAN && { seller_pan: env.SELLER_PAN }),
    ...(env.SELLER_ADDRESS && { seller_address: env.SELLER_ADDRESS }),
    ...(env.PAYMENT_METHODS && { payment_methods: [...env.PAYMENT_METHODS] }),
    ...(text && Object.fromEntries(manualMethods.map((method) => [instructionsOf(method), text]))),
  };
}

/** The fields that the environment fixes. */
export const fixedBilling = (env: BillingEnvironment): BillingField[] =>
  Object.keys(fixedBy(env)) as BillingField[];

/** As stored; `lock` prevents changes until the transaction ends. */
async function readStored(db: Db, lock = false): Promise<BillingInput> {
  const { rows } = await sql<BillingInput>`
    SELECT seller_name, seller_pan, seller_address, bank_accounts, payment_methods, bank_instructions,
      cash_instructions, cheque_instructions, topup_min::float8 AS topup_min, topup_max::float8 AS topup_max,
      invoice_days
    FROM billing_setting ${lock ? sql`FOR UPDATE` : sql``}`.execute(db);
  return rows[0] as BillingInput;
}

/** The settings in force: what the environment fixes, otherwise what is stored. Read from the database at each call. */
export async function readBilling(db: Db, env: BillingEnvironment): Promise<BillingInput> {
  const stored = await readStored(db);
  const isNew = !env.DATABASE_URL && stored.seller_name === null && stored.seller_pan === null;
  return { ...stored, ...(isNew && DEMO_SELLER), ...fixedBy(env) };
}

/**
 * Changes the settings, in the caller's transaction. Throws `invalid` for a changed field that the environment fixes, and
 * leaves the stored values of these fields alone.
 */
export async function changeBilling(
  trx: Db,
  caller: Caller,
  input: BillingInput,
  env: BillingEnvironment,
): Promise<void> {
  const before = await readStored(trx, true);
  const fixed = fixedBy(env);
  const names = Object.keys(fixed) as BillingField[];
  refuseFixed(names.filter((name) => differs(input[name], fixed[name])));
  const keep = Object.fromEntries(names.map((name) => [name, before[name]]));
  const next: BillingInput = { ...input, ...keep };
  await sql`
    UPDATE billing_setting SET seller_name = ${next.seller_name || null}, seller_pan = ${next.seller_pan || null},
      seller_address = ${next.seller_address || null}, bank_accounts = ${JSON.stringify(next.bank_accounts)},
      payment_methods = ${[...next.payment_methods]}, bank_instructions = ${next.bank_instructions || null},
      cash_instructions = ${next.cash_instructions || null},
      cheque_instructions = ${next.cheque_instructions || null},
      topup_min = ${next.topup_min}, topup_max = ${next.topup_max}, invoice_days = ${next.invoice_days}`.execute(
    trx,
  );
  const after = await readStored(trx);
  const event = { action: 'update', entity: billing.name, account: null };
  await audit(trx, caller, { ...event, before, after });
}

/** The seller on tax invoices; null if there is none, and so no invoices. */
export const sellerOf = ({
  seller_name: name,
  seller_pan: pan,
  seller_address: address,
}: BillingInput): Seller | null => (name && pan ? { name, pan, address: address ?? '' } : null);

/** The same, read from the database. */
export const sellerNow = async (db: Db, env: BillingEnvironment): Promise<Seller | null> =>
  sellerOf(await readBilling(db, env));

/** Throws `invalid` for a top-up outside the provider's bounds. */
export function requireTopupAmount(billingNow: BillingInput, amount: number): void {
  const problem = topupProblem(amount, billingNow);
  if (problem) throw invalidField('amount', problem);
}
