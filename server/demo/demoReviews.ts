import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { Files } from '../services/files/files.ts';
import type { Seller } from '../services/money/invoices.ts';
import { daysAgo } from './demoDecisions.ts';
import { seedLedger } from './demoLedger.ts';
import { type Past, seedPayment } from './demoPayments.ts';
import { seedVerification, type Verification } from './demoQueues.ts';

interface NewCustomer {
  name: string;
  /** Of a company. */
  pan?: string;
  address: string;
  user: { name: string; email: string; phone: string };
  /** Days since the registration; the verification came a day later, and the top-up another day. */
  since: number;
  verification: Omit<Verification, 'of' | 'hoursAgo' | 'company'>;
  topup: Pick<Past, 'method' | 'hours'> & { what: number; reference?: string };
}

/**
 * Customers whose first steps were decided lately: with the decisions on the others' requests they show new customers how
 * long each step usually takes. The oldest top-up first, because invoices get their numbers in this order.
 */
const customers: readonly NewCustomer[] = [
  {
    name: 'Annapurna Books',
    pan: '305678901',
    address: 'Chipledhunga, Pokhara',
    user: { name: 'Bimala Poudel', email: 'bimala@annapurna.test', phone: '+9779846000501' },
    since: 20,
    verification: {
      approvedAfter: 4,
      person: ['Bimala', 'Poudel', 'विमला पौडेल'],
      place: ['Kaski', 'Pokhara', 6],
      number: '46-01-70-03318',
      tint: [92, 74, 140],
    },
    topup: { method: 'bank', hours: 3, what: 300_000, reference: 'GIBL-510277' },
  },
  {
    name: 'Rajesh Maharjan',
    address: 'Patan, Lalitpur',
    user: { name: 'Rajesh Maharjan', email: 'rajesh@patan.test', phone: '+9779841000601' },
    since: 16,
    verification: {
      approvedAfter: 2.5,
      person: ['Rajesh', 'Maharjan', 'राजेश महर्जन'],
      place: ['Lalitpur', 'Lalitpur', 11],
      number: '25-01-69-10482',
      tint: [150, 110, 50],
    },
    topup: { method: 'cash', hours: 0.5, what: 100_000 },
  },
  {
    name: 'Chitwan Dairy',
    pan: '306789012',
    address: 'Narayangadh, Bharatpur',
    user: { name: 'Santosh Chaudhary', email: 'santosh@chitwan.test', phone: '+9779845000701' },
    since: 11,
    verification: {
      approvedAfter: 5,
      person: ['Santosh', 'Chaudhary', 'सन्तोष चौधरी'],
      place: ['Chitwan', 'Bharatpur', 3],
      number: '35-01-72-05561',
      tint: [40, 120, 120],
    },
    topup: { method: 'bank', hours: 2, what: 500_000, reference: 'SBL-7730021' },
  },
  {
    name: 'Mechi Dental Care',
    pan: '307890123',
    address: 'Birtamod, Jhapa',
    user: { name: 'Anju Dahal', email: 'anju@mechi.test', phone: '+9779842000801' },
    since: 8,
    verification: {
      approvedAfter: 3,
      person: ['Anju', 'Dahal', 'अन्जु दाहाल'],
      place: ['Jhapa', 'Birtamod', 4],
      number: '04-02-73-00917',
      tint: [120, 60, 100],
    },
    topup: { method: 'cheque', hours: 20, what: 200_000, reference: '00655120' },
  },
];

/** Minor units that each had before the top-up. */
const WELCOME = 10_000;

/** Seeds four new customers with an approved verification and a confirmed top-up each; `hash` is their password's. */
export async function seedReviews(db: Db, hash: string, seller: Seller, files: Files): Promise<void> {
  for (const { name, pan, address, user, since, verification, topup } of customers) {
    const at = daysAgo(since);
    const { rows } = await sql<{ account: string; user: string }>`
      WITH made AS (
        INSERT INTO account (uuid, name, pan, address, created_at)
        VALUES (uuid_v7(${at}), ${name}, ${pan ?? null}, ${address}, ${at}) RETURNING uuid)
      INSERT INTO users (uuid, account, name, email, phone, role, password_hash, created_at)
      SELECT uuid_v7(${at}), uuid, ${user.name}, ${user.email}, ${user.phone}, 'customer', ${hash}, ${at} FROM made
      RETURNING account, uuid AS "user"`.execute(db);
    const made = rows[0] as (typeof rows)[0];
    const facts = {
      of: user.email,
      hoursAgo: (since - 1) * 24,
      ...(pan && { company: [name, pan] as const }),
    };
    await seedVerification(db, files, { ...facts, ...verification });
    const past: Past = { kind: 'topup', status: 'confirmed', daysAgo: since - 2, ...topup };
    const lines = await seedPayment(db, made.account, made.user, past, seller);
    await seedLedger(db, made.account, lines, WELCOME + topup.what);
  }
}
