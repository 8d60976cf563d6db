import { sql } from 'kysely';
import type { MessageStatus } from '#schema/message.ts';
import { countSms, renderBody } from '#schema/sms.ts';
import type { Db } from '../db/database.ts';
import { SIMULATOR } from '../services/sending/linkStates.ts';
import { allMessageUse, costOf } from '../services/sending/messageUse.ts';
import type { LedgerLine } from './demoPayments.ts';

const PRICE = 135.6;
/** What the operator charges the provider for a part, so that the demonstration shows margins. */
const COST = 96.5;
const DAY = 86_400_000;

export interface PastCampaign {
  name: string;
  body: string;
  daysAgo: number;
  group: string;
  /** Cancelled after this share of the recipients. */
  cancelledAfter?: number;
}

const dashain = 'प्रिय {{name}}, हिमाल ट्रेडर्सको तर्फबाट विजया दशमीको हार्दिक शुभकामना!';
const past: readonly PastCampaign[] = [
  {
    name: 'Autumn sale',
    body: 'Autumn sale: 20% off at Himal Traders until Friday.',
    daysAgo: 45,
    group: 'Kathmandu',
  },
  { name: 'दशैं शुभकामना', body: dashain, daysAgo: 40, group: 'Customers' },
  {
    name: 'Opening hours',
    body: 'We are closed on Saturday and open again on Sunday at 9.',
    daysAgo: 31,
    group: 'Kathmandu',
  },
  {
    name: 'Staff meeting',
    body: 'Dear {{name}}, the meeting is at 4 pm today.',
    daysAgo: 24,
    group: 'Staff',
  },
  {
    name: 'Wrong price list',
    body: 'Our new price list: see himal.example/prices',
    daysAgo: 17,
    group: 'Customers',
    cancelledAfter: 0.3,
  },
  {
    name: 'Corrected price list',
    body: 'Our new price list: himal.example/list',
    daysAgo: 16,
    group: 'Customers',
  },
  {
    name: 'तिहार छुट',
    body: 'तिहारको अवसरमा सबै सामानमा १५% छुट। हिमाल ट्रेडर्स।',
    daysAgo: 10,
    group: 'Kathmandu',
  },
  {
    name: 'Delivery notice',
    body: 'Dear {{name}}, your order has reached our shop.',
    daysAgo: 4,
    group: 'Kathmandu',
  },
  { name: 'Weekend offer', body: 'This weekend: buy two, get one free!', daysAgo: 0.25, group: 'Customers' },
];

/** The result of a demonstration message, chosen by the recipient's position so that it is reproducible. */
function outcomeOf(
  index: number,
  count: number,
  { daysAgo, cancelledAfter = 1 }: PastCampaign,
): MessageStatus {
  // An older unknown message would be expired and released as soon as the server starts.
  const isRecent = daysAgo < 1;
  if (index >= count * cancelledAfter) return 'cancelled';
  if (index === 57 && isRecent) return 'unknown';
  if (index % 41 === 7) return 'undelivered';
  if (index % 97 === 11) return 'rejected';
  return index % 113 === 13 ? 'expired' : 'delivered';
}

const errors: Partial<Record<MessageStatus, string>> = {
  undelivered: '027',
  rejected: 'ESME_RINVDSTADR',
  unknown: 'WORKER_DIED',
};

/**
 * Seeds an account's past campaigns; returns the wallet movement of each. Defaults to those of the demonstration customer.
 */
export async function seedHistory(
  db: Db,
  account: string,
  user: string,
  campaigns: readonly PastCampaign[] = past,
  sender = 'DEMO',
): Promise<LedgerLine[]> {
  const lines: LedgerLine[] = [];
  for (const campaign of campaigns) lines.push(...(await seedCampaign(db, account, user, campaign, sender)));
  await sql`
    INSERT INTO daily_use (account, day, operator, messages, parts, amount, sent, delivered, failed, test)
    SELECT account, day, operator, messages, parts, amount, sent, delivered, failed, test
    FROM daily_expected WHERE account = ${account}`.execute(db);
  await sql`
    INSERT INTO link_use AS u (day, link, sent, delivered, failed)
    SELECT day, link, sent, delivered, failed FROM link_expected
    ON CONFLICT (day, link) DO UPDATE SET
      sent = excluded.sent, delivered = excluded.delivered, failed = excluded.failed`.execute(db);
  await sql`
    INSERT INTO link_cost (link, price, valid_from) VALUES (${SIMULATOR}, ${COST}, '2020-01-01T00:00:00+05:45')
    ON CONFLICT DO NOTHING`.execute(db);
  await sql`
    INSERT INTO message_use
    SELECT u.*, ${costOf(sql`u.parts`, 'u')},
      CASE WHEN u.reason = '' THEN u.parts * ${PRICE}::numeric ELSE 0 END
    FROM ${allMessageUse} u WHERE account = ${account}`.execute(db);
  return lines;
}

async function seedCampaign(
  db: Db,
  account: string,
  user: string,
  campaign: PastCampaign,
  sender: string,
): Promise<LedgerLine[]> {
  const accepted = Date.now() - campaign.daysAgo * DAY;
  const after = (seconds: number) => new Date(accepted + seconds * 1000).toISOString();
  const at = after(0);
  const contacts = await sql<{ name: string; phone: string; operator: string }>`
    SELECT name, phone, operator FROM contact c WHERE account = ${account}
      AND groups @> ARRAY(SELECT uuid FROM contact_group WHERE account = ${account} AND name = ${campaign.group})
      AND NOT EXISTS (SELECT FROM blacklist_number b WHERE b.account = c.account AND b.phone = c.phone)
    ORDER BY phone`.execute(db);
  const messages = contacts.rows.map(({ name, phone, operator }, index) => {
    const { text } = renderBody(campaign.body, { name });
    const status = outcomeOf(index, contacts.rows.length, campaign);
    const { parts } = countSms(text);
    const id = `${sender.toLowerCase()}-${campaign.daysAgo}-${index}`;
    const own = text === campaign.body ? null : text;
    const operator_id = status === 'cancelled' || status === 'rejected' || status === 'unknown' ? null : id;
    return { phone, operator, text: own, parts, status, operator_id, error: errors[status] ?? null };
  });
  const { rows } = await sql<{ campaign: string; hold: number; release: number }>`
    WITH m AS (
      SELECT *, parts * ${PRICE}::numeric AS amount FROM jsonb_to_recordset(${JSON.stringify(messages)}::jsonb)
        AS m(phone text, operator text, text text, parts int, status text, operator_id text, error text)
    ), plan AS (
      INSERT INTO plan (account, request_hash, summary, used, expires_at, created_at)
      VALUES (${account}, '', '{}', true, ${at}, ${at}) RETURNING uuid
    ), sums AS (
      SELECT count(*) AS n, sum(parts) AS parts, sum(amount) AS held,
        coalesce(sum(amount) FILTER (WHERE status IN ('rejected', 'cancelled')), 0) AS dropped,
        coalesce(sum(amount) FILTER (WHERE status NOT IN ('rejected', 'cancelled', 'unknown')), 0) AS captured
      FROM m
    ), campaign AS (
      INSERT INTO campaign (uuid, account, "user", name, status, sender, body, encoding, recipients, queued, delivered,
        undelivered, expired, rejected, cancelled, unknown, parts, package_parts, cost, cost_exact, captured_exact,
        dropped_exact, captured, released, prices, plan, expanding, test, started_at, finished_at, created_at)
      SELECT uuid_v7(${at}), ${account}, ${user}, ${campaign.name},
        ${campaign.cancelledAfter ? 'cancelled' : 'completed'}, ${sender}, ${campaign.body},
        ${countSms(campaign.body).encoding}, n, 0,
        ${messages.filter((m) => m.status === 'delivered').length},
        ${messages.filter((m) => m.status === 'undelivered').length},
        ${messages.filter((m) => m.status === 'expired').length},
        ${messages.filter((m) => m.status === 'rejected').length},
        ${messages.filter((m) => m.status === 'cancelled').length},
        ${messages.filter((m) => m.status === 'unknown').length},
        parts, 0, round(held), held, captured, dropped,
        least(round(captured), round(held - dropped)), round(held) - round(held - dropped),
        '{}', plan.uuid, false, true, ${at}::timestamptz + interval '2 seconds', ${at}::timestamptz + interval '1 minute', ${at}
      FROM sums, plan RETURNING uuid, cost, released
    ), source AS (
      INSERT INTO campaign_source (campaign, recipients)
      SELECT c.uuid, jsonb_build_object('groups', jsonb_build_array(g.uuid)) FROM campaign c, contact_group g
      WHERE g.account = ${account} AND g.name = ${campaign.group}
    ), sent AS (
      INSERT INTO message (uuid, account, campaign, phone, operator, text, parts, package_parts, amount, status, link,
        operator_id, error, attempts, submitted_at, finished_at, created_at)
      SELECT uuid_v7(${at}), ${account}, c.uuid, phone, operator, text, parts, 0, amount, m.status, 'simulator',
        operator_id, error, 1,
        CASE WHEN m.status NOT IN ('cancelled', 'rejected') THEN ${at}::timestamptz + interval '10 seconds' END,
        CASE WHEN m.status <> 'unknown' THEN ${at}::timestamptz + interval '20 seconds' END, ${at}
      FROM m, campaign c RETURNING *
    ), lost AS (
      INSERT INTO message_unknown (message, campaign, link, phone, submitted_at)
      SELECT uuid, campaign, link, phone, submitted_at FROM sent WHERE status = 'unknown'
    ), used AS (
      INSERT INTO consumption (uuid, account, day, campaign, operator, source, messages, parts, amount, created_at)
      SELECT uuid_v7(${at}), ${account}, nepal_day(${at}::timestamptz), c.uuid, operator,
        'wallet', count(*), sum(parts), sum(amount), ${at}
      FROM m, campaign c WHERE status NOT IN ('rejected', 'cancelled', 'unknown') GROUP BY c.uuid, operator
    )
    SELECT uuid AS campaign, cost AS hold, released AS release FROM campaign`.execute(db);
  const { campaign: uuid, hold, release } = rows[0] as (typeof rows)[0];
  return [
    { at: after(1), kind: 'hold', amount: -hold, campaign: uuid },
    { at: after(60), kind: 'release', amount: release, campaign: uuid },
  ];
}
