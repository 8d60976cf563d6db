import { sql } from 'kysely';
import { operatorOf } from '#schema/phone.ts';
import type { Db } from '../db/database.ts';
import { approvedSender, daysAgo } from './demoDecisions.ts';
import { type PastCampaign, seedHistory } from './demoHistory.ts';
import { seedLedger } from './demoLedger.ts';

interface DemoAccount {
  name: string;
  pan: string | null;
  address: string;
  /** Minor units, after everything that is seeded here. */
  balance: number;
  /** The approved sender ID of its campaign, and after how many hours it was approved. */
  sender: string;
  senderHours: number;
  users: readonly { name: string; email: string; phone: string }[];
  campaign: Omit<PastCampaign, 'group'>;
  /** First six digits of its contacts' numbers. */
  numbers: string;
}

/** Customers besides the one that people sign in as, so that the provider's lists have something to show. */
const others: readonly DemoAccount[] = [
  {
    name: 'Terai Mills',
    pan: '302345678',
    address: 'Main Road, Biratnagar',
    balance: 1_250_000,
    sender: 'TERAIMILLS',
    senderHours: 5,
    users: [
      { name: 'Ram Yadav', email: 'ram@terai.test', phone: '+9779852000101' },
      { name: 'Gita Jha', email: 'gita@terai.test', phone: '+9779842000102' },
    ],
    campaign: {
      name: 'Rice price list',
      body: 'Terai Mills: new rice prices from Sunday. Call 021-500100.',
      daysAgo: 12,
    },
    numbers: '985212',
  },
  {
    name: 'Pokhara Travels',
    pan: '303456789',
    address: 'Lakeside, Pokhara',
    balance: 84_500,
    sender: 'PKRTRAVELS',
    senderHours: 22,
    users: [{ name: 'Maya Gurung', email: 'maya@pokhara.test', phone: '+9779856000201' }],
    campaign: {
      name: 'Bus to Mustang',
      body: 'Dear {{name}}, your bus to Jomsom leaves at 6 am. Pokhara Travels',
      daysAgo: 3,
    },
    numbers: '980655',
  },
  {
    name: 'Sagarmatha School',
    pan: '304567890',
    address: 'Salleri, Solukhumbu',
    balance: 410_000,
    sender: 'SAGARSCHOOL',
    senderHours: 3,
    users: [{ name: 'Dawa Sherpa', email: 'dawa@sagarmatha.test', phone: '+9779862000301' }],
    campaign: {
      name: 'परीक्षा तालिका',
      body: 'प्रिय अभिभावक, परीक्षा आइतबारदेखि सुरु हुन्छ। सगरमाथा स्कुल',
      daysAgo: 6,
    },
    numbers: '974133',
  },
  {
    name: 'Lumbini Clinic',
    pan: null,
    address: 'Siddharthanagar, Rupandehi',
    balance: 9_900,
    sender: 'LUMBINI',
    senderHours: 8,
    users: [{ name: 'Sarita Tharu', email: 'sarita@lumbini.test', phone: '+9779867000401' }],
    campaign: {
      name: 'Free eye camp',
      body: 'Free eye camp at Lumbini Clinic this Saturday, 9 am to 4 pm.',
      daysAgo: 18,
    },
    numbers: '981177',
  },
];

const CONTACTS = 24;

/** Seeds four customers with users, contacts, one past campaign each and a balance; `hash` is their password's. */
export async function seedAccounts(db: Db, hash: string): Promise<void> {
  for (const account of others) await seedAccount(db, hash, account);
}

async function seedAccount(
  db: Db,
  hash: string,
  { name, pan, address, balance, sender, senderHours, users, campaign, numbers }: DemoAccount,
): Promise<void> {
  const { rows } = await sql<{ account: string; user: string }>`
    WITH made AS (INSERT INTO account (name, pan, address) VALUES (${name}, ${pan}, ${address}) RETURNING uuid),
    sender AS (
      ${approvedSender('made', sender, daysAgo(campaign.daysAgo + 8), senderHours)})
    INSERT INTO users (account, name, email, phone, role, password_hash)
    SELECT uuid, u.name, email, phone, 'customer', ${hash}
    FROM made, jsonb_to_recordset(${JSON.stringify(users)}::jsonb) AS u(name text, email text, phone text)
    RETURNING account, uuid AS "user"`.execute(db);
  const { account, user } = rows[0] as (typeof rows)[0];
  const contacts = Array.from({ length: CONTACTS }, (_, i) => {
    const phone = `+977${numbers}${String(1000 + i * 37)}`;
    return { name: `Customer ${i + 1}`, phone, operator: operatorOf(phone) };
  });
  await sql`
    WITH made AS (INSERT INTO contact_group (account, name) VALUES (${account}, 'Customers') RETURNING uuid)
    INSERT INTO contact (account, name, phone, operator, groups)
    SELECT ${account}, c.name, phone, operator, ARRAY[made.uuid]
    FROM made, jsonb_to_recordset(${JSON.stringify(contacts)}::jsonb)
      AS c(name text, phone text, operator text)`.execute(db);
  const lines = await seedHistory(db, account, user, [{ ...campaign, group: 'Customers' }], sender);
  await seedLedger(db, account, lines, balance);
}
