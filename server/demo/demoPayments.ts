import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { issueInvoice, type Seller } from '../services/money/invoices.ts';
import { after, daysAgo, reviewer } from './demoDecisions.ts';

/** Packages for sale: prices in minor units, VAT included; all cheaper per part than the wallet's 1.356. */
const forSale = [
  { name: 'Small', parts: 250, price: 32_000, days: 30 },
  { name: 'Starter', parts: 1_000, price: 125_000, days: 60 },
  { name: 'Business', parts: 10_000, price: 1_180_000, days: 180 },
  { name: 'Festival', parts: 50_000, price: 5_500_000, days: 365 },
];

export interface Past {
  daysAgo: number;
  kind: 'topup' | 'package';
  method: string;
  status: 'pending' | 'confirmed' | 'rejected' | 'cancelled';
  /** Minor units of a top-up, or the name of a package. */
  what: number | string;
  reference?: string;
  reason?: string;
  /** Hours after which staff decided; without them it was decided by itself, or by the customer. */
  hours?: number;
}

/** Oldest first, because invoices get their numbers in this order. */
const past: readonly Past[] = [
  { daysAgo: 60, kind: 'package', method: 'wallet', status: 'confirmed', what: 'Small' },
  {
    daysAgo: 48,
    kind: 'topup',
    method: 'bank',
    status: 'confirmed',
    what: 2_500_000,
    reference: 'NIC-20483311',
    hours: 4,
  },
  { daysAgo: 36, kind: 'topup', method: 'cash', status: 'cancelled', what: 500_000 },
  {
    daysAgo: 22,
    kind: 'topup',
    method: 'bank',
    status: 'rejected',
    what: 1_000_000,
    reference: 'NABIL-77120',
    hours: 7,
    reason: 'No transfer with this reference has reached our account. Please check the number.',
  },
  {
    daysAgo: 21,
    kind: 'topup',
    method: 'cheque',
    status: 'confirmed',
    what: 1_000_000,
    reference: '00412277',
    hours: 16,
  },
  {
    daysAgo: 0.1,
    kind: 'topup',
    method: 'bank',
    status: 'pending',
    what: 1_500_000,
    reference: 'NIC-20561904',
  },
];

export interface LedgerLine {
  at: string;
  kind: string;
  amount: number;
  campaign?: string;
  payment?: string;
}

/**
 * Seeds the packages for sale and the demonstration customer's past payments with invoices; returns the wallet movements.
 */
export async function seedPayments(
  db: Db,
  account: string,
  user: string,
  seller: Seller,
): Promise<LedgerLine[]> {
  await sql`
    INSERT INTO sms_package (name, parts, price, validity_days)
    SELECT name, parts, price, days
    FROM jsonb_to_recordset(${JSON.stringify(forSale)}) AS p(name text, parts int, price bigint, days int)`.execute(
    db,
  );
  const lines: LedgerLine[] = [];
  for (const payment of past) lines.push(...(await seedPayment(db, account, user, payment, seller)));
  return lines;
}

/** Seeds a past payment, with its invoice or package; returns its wallet movement. */
export async function seedPayment(
  db: Db,
  account: string,
  user: string,
  { daysAgo: days, kind, method, status, what, reference, reason, hours }: Past,
  seller: Seller,
): Promise<LedgerLine[]> {
  const requested = daysAgo(days);
  const at = after(requested, hours ?? 0);
  const bought = forSale.find(({ name }) => name === what);
  const amount = bought?.price ?? Number(what);
  const { rows } = await sql<{ uuid: string }>`
    INSERT INTO payment_reference (uuid, account, "user", kind, amount, method, reference, package, package_name,
      package_parts, package_days, status, reason, decided_by, decided_at, created_at)
    SELECT uuid_v7(${requested}), ${account}, ${user}, ${kind}, ${amount}, ${method}, ${reference ?? null},
      (SELECT uuid FROM sms_package WHERE name = ${bought?.name ?? null}), ${bought?.name ?? null},
      ${bought?.parts ?? null}, ${bought?.days ?? null}, ${status}, ${reason ?? null},
      ${hours === undefined ? null : reviewer}, CASE WHEN ${status} <> 'pending' THEN ${at}::timestamptz END, ${requested}
    RETURNING uuid`.execute(db);
  const payment = rows[0]?.uuid as string;
  if (status !== 'confirmed') return [];
  if (bought) {
    await sql`
      INSERT INTO account_package (uuid, account, name, parts, remaining, expires_at, package, payment, created_at)
      SELECT uuid_v7(${at}), account, package_name, package_parts, package_parts,
        ${at}::timestamptz + make_interval(days => package_days), package, uuid, ${at}
      FROM payment_reference WHERE uuid = ${payment}`.execute(db);
  } else await issueInvoice(db, payment, seller, at);
  return [{ at: at.toISOString(), kind, amount: bought ? -amount : amount, payment }];
}
