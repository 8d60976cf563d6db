import { type Kysely, sql } from 'kysely';
import { nepalRanges, operatorOf } from '#schema/phone.ts';
import type { Db } from '../db/database.ts';
import { LOCK_KEYS } from '../db/lockKeys.ts';
import { hashPassword } from '../services/access/passwords.ts';
import type { Files } from '../services/files/files.ts';
import type { Seller } from '../services/money/invoices.ts';
import { destinationOf } from '../services/sending/destination.ts';
import { seedAccounts } from './demoAccounts.ts';
import { approvedSender, daysAgo } from './demoDecisions.ts';
import { seedHistory } from './demoHistory.ts';
import { seedLedger } from './demoLedger.ts';
import { seedPayments } from './demoPayments.ts';
import { seedQueues } from './demoQueues.ts';
import { seedReviews } from './demoReviews.ts';

/** Processes run this one after the other: if several start on an empty database, only the first finds it empty. */
const inTurn = (db: Kysely<unknown>, seed: (trx: Db) => Promise<unknown>): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await sql`SELECT pg_advisory_xact_lock(${LOCK_KEYS.demo})`.execute(trx);
    await seed(trx);
  });

/** Every server needs these: the initial number plan and a price. An administrator changes them later. */
export const seedReference = (db: Kysely<unknown>): Promise<void> => inTurn(db, putReference);

async function putReference(db: Db): Promise<void> {
  const ranges = nepalRanges.map((range) => ({ ...range, prefix: `+977${range.prefix}` }));
  await sql`
    INSERT INTO number_range (prefix, operator, closed)
    SELECT prefix, operator, closed
    FROM jsonb_to_recordset(${JSON.stringify(ranges)}) AS r(prefix text, operator text, closed boolean)
    WHERE NOT EXISTS (SELECT FROM number_range)`.execute(db);
  // 1.20 and 13 % VAT.
  await sql`INSERT INTO pricing (price) SELECT 135.6 WHERE NOT EXISTS (SELECT FROM pricing)`.execute(db);
}

/** Whether anybody can sign in. Asked before a password is hashed, which would take longer than the rest of a later start. */
export async function hasUsers(db: Db): Promise<boolean> {
  const { rows } = await sql`SELECT FROM users LIMIT 1`.execute(db);
  return rows.length > 0;
}

/** The first administrator of a server without users. */
export async function seedAdministrator(db: Kysely<unknown>, email: string, password: string): Promise<void> {
  if (await hasUsers(db)) return;
  const hash = await hashPassword(password);
  await inTurn(db, (trx) =>
    sql`
      WITH made AS (
        INSERT INTO account (name, is_provider) SELECT 'Provider', true WHERE NOT EXISTS (SELECT FROM users) RETURNING uuid)
      INSERT INTO users (account, name, email, role, password_hash)
      SELECT uuid, 'Administrator', ${email}, 'admin', ${hash} FROM made`.execute(trx),
  );
}

export const DEMO_PASSWORD = 'demo-password-1';
export const DEMO_USERS = ['admin@demo.test', 'support@demo.test', 'customer@demo.test'] as const;

/**
 * Marks this installation as a demonstration, permanently: the simulator may charge its money. Unsent messages of an
 * earlier version's demonstration were meant for the simulator.
 */
export async function declareDemo(db: Kysely<unknown>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { numAffectedRows } =
      await sql`UPDATE provider_setting SET is_demo = true WHERE NOT is_demo`.execute(trx);
    if (!numAffectedRows || (await destinationOf(trx)).kind !== 'simulator') return;
    await sql`UPDATE campaign SET test = true WHERE finished_at IS NULL AND NOT test`.execute(trx);
  });
}

const BALANCE = 5_000_000;

/**
 * Seeds the demonstration in one transaction: users, contacts, templates, a sender ID, past campaigns with a balance of
 * 50,000.00 after them, four more customers with requests that wait for decisions, and four new ones whose first steps were
 * decided. Never used with DATABASE_URL.
 */
export async function seedDemo(db: Kysely<unknown>, seller: Seller, files: Files): Promise<void> {
  if (await hasUsers(db)) return;
  const hash = await hashPassword(DEMO_PASSWORD);
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ account: string; user: string }>`
      WITH provider AS (
        INSERT INTO account (name, is_provider) SELECT 'Demo Provider', true WHERE NOT EXISTS (SELECT FROM users) RETURNING uuid
      ), customer AS (
        INSERT INTO account (name, pan, address)
        SELECT 'Himal Traders', '301234567', 'New Road, Kathmandu' FROM provider RETURNING uuid
      ), staff AS (
        INSERT INTO users (account, name, email, role, password_hash)
        SELECT uuid, 'Asha Gurung', 'admin@demo.test', 'admin', ${hash} FROM provider
        UNION ALL SELECT uuid, 'Bikash Rai', 'support@demo.test', 'support', ${hash} FROM provider
      ), sender AS (
        ${approvedSender('customer', 'DEMO', daysAgo(61), 6)}
      )
      INSERT INTO users (account, name, email, phone, role, password_hash)
      SELECT uuid, 'Sita Sharma', 'customer@demo.test', '+9779841000100', 'customer', ${hash} FROM customer
      RETURNING account, uuid AS "user"`.execute(trx);
    const customer = rows[0];
    if (!customer) return;
    await seedContacts(trx, customer.account);
    const lines = [
      ...(await seedPayments(trx, customer.account, customer.user, seller)),
      ...(await seedHistory(trx, customer.account, customer.user)),
    ];
    await seedLedger(trx, customer.account, lines, BALANCE);
    await seedAccounts(trx, hash);
    await seedQueues(trx, files);
    await seedReviews(trx, hash, seller, files);
  });
}

const GIVEN = [
  'Aarav',
  'Anita',
  'Binod',
  'Deepa',
  'Gita',
  'Hari',
  'Kamal',
  'Laxmi',
  'Manoj',
  'Nisha',
  'Prakash',
  'Rita',
];
const GIVEN_NE = ['सीता', 'राम', 'गीता', 'हरि', 'सरिता', 'कृष्ण'];
const FAMILY = ['Adhikari', 'Gurung', 'Karki', 'Lama', 'Rai', 'Shrestha', 'Tamang', 'Thapa'];
const FAMILY_NE = ['शर्मा', 'श्रेष्ठ', 'थापा', 'राई'];
const PREFIXES = ['984', '980', '985', '981', '986', '974', '982', '976'];
const at = (list: readonly string[], index: number): string => list[index % list.length] as string;

async function seedContacts(db: Db, account: string): Promise<void> {
  const groups = await sql<{ uuid: string; name: string }>`
    INSERT INTO contact_group (account, name)
    SELECT ${account}, name FROM unnest(ARRAY['Customers', 'Kathmandu', 'Staff']) AS name
    RETURNING uuid, name`.execute(db);
  const group = (name: string) => groups.rows.find((row) => row.name === name)?.uuid as string;
  const contacts = Array.from({ length: 1000 }, (_, i) => {
    const nepali = i % 4 === 3;
    const phone = `+977${at(PREFIXES, i)}${String(1_000_000 + i * 7919).slice(-7)}`;
    const member = [
      i < 960 ? group('Customers') : group('Staff'),
      ...(i % 3 === 0 ? [group('Kathmandu')] : []),
    ];
    return {
      name: nepali ? `${at(GIVEN_NE, i)} ${at(FAMILY_NE, i >> 2)}` : `${at(GIVEN, i)} ${at(FAMILY, i >> 1)}`,
      phone,
      operator: operatorOf(phone),
      groups: member,
      attributes: { city: i % 3 === 0 ? 'Kathmandu' : at(['Pokhara', 'Biratnagar', 'Butwal'], i) },
    };
  });
  await sql`
    INSERT INTO contact (account, name, phone, operator, groups, attributes)
    SELECT ${account}, name, phone, operator, ARRAY(SELECT jsonb_array_elements_text(groups))::uuid[], attributes
    FROM jsonb_to_recordset(${JSON.stringify(contacts)})
      AS c(name text, phone text, operator text, groups jsonb, attributes jsonb)`.execute(db);
  const templates = [
    ['Dashain greeting', 'Dear {{name}}, Happy Dashain from Himal Traders!'],
    [
      'Delivery notice',
      'Dear {{name}}, your order has reached our {{city}} shop. Please collect it within 3 days.',
    ],
    ['दशैं शुभकामना', 'प्रिय {{name}}, हिमाल ट्रेडर्सको तर्फबाट विजया दशमीको हार्दिक शुभकामना!'],
    ['भुक्तानी सम्झना', 'प्रिय ग्राहक, तपाईंको भुक्तानी बाँकी छ। कृपया यसै हप्ता बुझाइदिनुहोला।'],
  ];
  await sql`
    INSERT INTO template (account, name, body)
    SELECT ${account}, t->>0, t->>1 FROM jsonb_array_elements(${JSON.stringify(templates)}::jsonb) AS t`.execute(
    db,
  );
  await sql`
    INSERT INTO blacklist_number (account, phone, reason, source)
    SELECT ${account}, phone, 'Asked by phone to get no more messages', 'manual'
    FROM (SELECT phone FROM contact WHERE account = ${account} ORDER BY phone LIMIT 3) c`.execute(db);
}
