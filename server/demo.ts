import { type Kysely, sql } from 'kysely';
import { nepalRanges, operatorOf } from '#schema/phone.ts';
import type { Db } from './db/database.ts';
import { seedHistory } from './demoHistory.ts';
import { type LedgerLine, seedPayments } from './demoPayments.ts';
import type { Seller } from './services/invoices.ts';
import { hashPassword } from './services/passwords.ts';

/** Every server needs these: the number plan as first known, and a price. An administrator changes them later. */
export async function seedReference(db: Db): Promise<void> {
  const ranges = nepalRanges.map((range) => ({ ...range, prefix: `+977${range.prefix}` }));
  await sql`
    INSERT INTO number_range (prefix, operator, closed)
    SELECT prefix, operator, closed
    FROM jsonb_to_recordset(${JSON.stringify(ranges)}) AS r(prefix text, operator text, closed boolean)
    WHERE NOT EXISTS (SELECT FROM number_range)`.execute(db);
  // 1.20 and 13 % VAT.
  await sql`INSERT INTO pricing (price) SELECT 135.6 WHERE NOT EXISTS (SELECT FROM pricing)`.execute(db);
}

/** The first administrator of a server that has no user yet. */
export async function seedAdministrator(db: Db, email: string, password: string): Promise<void> {
  const hash = await hashPassword(password);
  await sql`
    WITH made AS (INSERT INTO account (name) SELECT 'Provider' WHERE NOT EXISTS (SELECT FROM users) RETURNING uuid)
    INSERT INTO users (account, name, email, role, password_hash)
    SELECT uuid, 'Administrator', ${email}, 'admin', ${hash} FROM made`.execute(db);
}

export const DEMO_PASSWORD = 'demo-password-1';
export const DEMO_USERS = ['admin@demo.test', 'support@demo.test', 'customer@demo.test'] as const;

const BALANCE = 5_000_000;
const DAY_MS = 86_400_000;

/**
 * The demonstration's data, once, all or nothing: users, contacts, templates, a sender, past campaigns, and
 * a balance of 50,000.00 after them. Never with DATABASE_URL.
 */
export async function seedDemo(db: Kysely<unknown>, seller: Seller): Promise<void> {
  const hash = await hashPassword(DEMO_PASSWORD);
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ account: string; user: string }>`
      WITH provider AS (
        INSERT INTO account (name) SELECT 'Demo Provider' WHERE NOT EXISTS (SELECT FROM users) RETURNING uuid
      ), customer AS (
        INSERT INTO account (name, pan, address)
        SELECT 'Himal Traders', '301234567', 'New Road, Kathmandu' FROM provider RETURNING uuid
      ), staff AS (
        INSERT INTO users (account, name, email, role, password_hash)
        SELECT uuid, 'Asha Gurung', 'admin@demo.test', 'admin', ${hash} FROM provider
        UNION ALL SELECT uuid, 'Bikash Rai', 'support@demo.test', 'support', ${hash} FROM provider
      ), sender AS (
        INSERT INTO sender_identity (account, name, purpose, status)
        SELECT uuid, 'DEMO', 'Demonstration', 'approved' FROM customer
      )
      INSERT INTO users (account, name, email, phone, role, password_hash)
      SELECT uuid, 'Sita Sharma', 'customer@demo.test', '+9779841000100', 'customer', ${hash} FROM customer
      RETURNING account, uuid AS "user"`.execute(trx);
    const customer = rows[0];
    if (!customer) return;
    await seedContacts(trx, customer.account);
    await seedLedger(trx, customer.account, [
      ...(await seedPayments(trx, customer.account, customer.user, seller)),
      ...(await seedHistory(trx, customer.account, customer.user)),
    ]);
  });
}

/** Ledger lines in the order of their time, from an opening balance that leaves BALANCE at the end. */
async function seedLedger(db: Db, account: string, lines: readonly LedgerLine[]): Promise<void> {
  const ordered = lines.filter(({ amount }) => amount !== 0).sort((a, b) => (a.at < b.at ? -1 : 1));
  const opened = new Date(Date.parse(ordered[0]?.at ?? new Date().toISOString()) - DAY_MS).toISOString();
  const opening = BALANCE - ordered.reduce((sum, { amount }) => sum + amount, 0);
  const entries = [{ at: opened, kind: 'opening', amount: opening }, ...ordered];
  await sql`
    INSERT INTO wallet_entry (uuid, account, kind, amount, balance, campaign, payment, note, created_at)
    SELECT uuid_v7(at), ${account}, kind, amount, sum(amount) OVER (ORDER BY n), campaign, payment,
      CASE kind WHEN 'opening' THEN 'Demonstration balance' END, at
    FROM jsonb_to_recordset(${JSON.stringify(entries.map((entry, n) => ({ ...entry, n })))}::jsonb)
      AS e(n int, kind text, amount bigint, campaign uuid, payment uuid, at timestamptz)`.execute(db);
  await sql`UPDATE account SET balance = ${BALANCE} WHERE uuid = ${account}`.execute(db);
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
