import { type Kysely, sql } from 'kysely';
import type { Db } from '../../../db/database.ts';
import { type DailyChange, withDaily } from '../daily.ts';
import { messagesFrom } from '../messageRange.ts';
import { isWaiting } from '../messagesInFlight.ts';
import { momentOf, senderOf } from '../messageUse.ts';
import { idsOfUnknown } from '../operatorIds.ts';
import { recordReceipts } from '../receipts.ts';
import { lockCampaigns, settle } from '../settle.ts';
import { toOther } from '../viberMessages.ts';
import type { Memory, RememberedClaim } from './memory.ts';

/** The database is a different one than sending uses, or (without `isOther`) the same one after a restart. */
export interface Move {
  identity: string;
  isOther: boolean;
  /** Of the database that sending used. */
  from: string;
}

/** What a process remembers, or its journal if it is gone. */
export type Remembered = Pick<Memory, 'handed' | 'receipts' | 'campaigns' | 'hasForgotten'>;

/** Messages looked up at once. */
const BATCH = 20_000;
const RECEIPTS_BATCH = 1000;
/** The failover to compare for: the open one, or for a late process the last. */
const newestFailover = sql`(SELECT uuid FROM failover ORDER BY uuid DESC LIMIT 1)`;

/**
 * Compares what a process remembers with the database that replaced its own, and records what is missing there: messages
 * that an operator has, and accepted campaigns. A process does this once per identity.
 */
export async function compareMemory(
  db: Kysely<unknown>,
  process: string,
  { identity, isOther }: Pick<Move, 'identity' | 'isOther'>,
  memory: Remembered,
): Promise<void> {
  const { handed } = memory;
  for (const batch of batchesOf(handed)) await noteHanded(db, batch);
  const oldest = memory.hasForgotten ? handed[0] : undefined;
  await withDaily(db, async (trx, daily) => {
    const { rows } = await sql`
      UPDATE server_process SET checked_identity = ${identity}, seen_at = now()
      WHERE uuid = ${process} AND checked_identity IS DISTINCT FROM ${identity} RETURNING uuid`.execute(trx);
    if (rows.length === 0) return;
    await noteCampaigns(trx, memory);
    if (oldest) await noteBeyondMemory(trx, oldest);
    daily.push(...(await makeUnknown(trx)));
  });
  if (!isOther) return;
  // Messages already recorded change nothing; the others settle what has just become unknown.
  const { receipts } = memory;
  for (let at = 0; at < receipts.length; at += RECEIPTS_BATCH)
    await recordReceipts(db, receipts.slice(at, at + RECEIPTS_BATCH));
}

function* batchesOf(handed: readonly RememberedClaim[]): Generator<RememberedClaim[]> {
  let batch: RememberedClaim[] = [];
  let size = 0;
  for (const claim of handed) {
    batch.push(claim);
    size += claim.phones.length;
    if (size < BATCH) continue;
    yield batch;
    batch = [];
    size = 0;
  }
  if (batch.length > 0) yield batch;
}

const phonesOf = ({ phones }: RememberedClaim): string[] =>
  Array.from(phones.filter(Boolean), (phone) => `+${phone}`);

/** Messages of existing campaigns that the database considers unsent, or has not created yet. */
async function noteHanded(db: Db, batch: readonly RememberedClaim[]): Promise<void> {
  const claims = batch.map((claim) => ({ ...claim, phones: phonesOf(claim) }));
  const from = messagesFrom(batch.map(({ campaign }) => campaign));
  await sql`
    INSERT INTO failover_message (failover, campaign, phone, link, handed_at)
    SELECT DISTINCT ON (c.uuid, p.phone) ${newestFailover}, c.uuid, p.phone, h.link, to_timestamp(h.at / 1000.0)
    FROM jsonb_to_recordset(${JSON.stringify(claims)}::jsonb) AS h(campaign uuid, link text, at float8, phones text[])
    CROSS JOIN unnest(h.phones) AS p(phone) JOIN campaign c ON c.uuid = h.campaign
    WHERE EXISTS (SELECT FROM failover) AND NOT EXISTS (
      SELECT FROM message m WHERE m.phone = p.phone AND m.account = c.account AND m.campaign = c.uuid AND m.uuid >= ${from}
        -- Of the Viber message that a fallback follows the result is known.
        AND (NOT ${isWaiting('m')} OR m.viber_link = h.link))
    ORDER BY c.uuid, p.phone, h.at DESC
    ON CONFLICT DO NOTHING`.execute(db);
}

/** Missing campaigns: those that were accepted, and those with messages handed to an operator. */
async function noteCampaigns(trx: Db, { campaigns, handed }: Remembered): Promise<void> {
  const counts = new Map<string, number>();
  for (const claim of handed)
    counts.set(claim.campaign, (counts.get(claim.campaign) ?? 0) + phonesOf(claim).length);
  const sent = Array.from(counts, ([gone, handed]) => ({ gone, handed }));
  const accepted = campaigns.map(({ uuid, ...campaign }) => ({ gone: uuid, ...campaign }));
  await sql`
    INSERT INTO failover_campaign AS f (failover, campaign, account, name, recipients, cost, accepted_at, handed)
    SELECT ${newestFailover}, gone, account, name, recipients, cost,
      to_timestamp(at / 1000.0), coalesce(handed, 0)
    FROM jsonb_to_recordset(${JSON.stringify(accepted)}::jsonb)
      AS a(gone uuid, account uuid, name text, recipients int, cost bigint, at float8)
    FULL JOIN jsonb_to_recordset(${JSON.stringify(sent)}::jsonb) AS h(gone uuid, handed int) USING (gone)
    WHERE NOT EXISTS (SELECT FROM campaign c WHERE c.uuid = gone) AND EXISTS (SELECT FROM failover)
    ON CONFLICT (failover, campaign) DO UPDATE SET handed = f.handed + excluded.handed,
      account = coalesce(f.account, excluded.account), name = coalesce(f.name, excluded.name),
      recipients = coalesce(f.recipients, excluded.recipients), cost = coalesce(f.cost, excluded.cost),
      accepted_at = coalesce(f.accepted_at, excluded.accepted_at)`.execute(trx);
}

/** The oldest remembered claim is itself lost, so earlier ones may be too. */
async function noteBeyondMemory(trx: Db, oldest: RememberedClaim): Promise<void> {
  await sql`
    UPDATE failover SET is_beyond_memory = true WHERE resumed_at IS NULL AND (
      EXISTS (SELECT FROM failover_message WHERE campaign = ${oldest.campaign} AND phone = ANY(${phonesOf(oldest)}))
      OR NOT EXISTS (SELECT FROM campaign WHERE uuid = ${oldest.campaign}))`.execute(trx);
}

/**
 * Marks the messages that an operator has as unknown, in one campaign or all: they are held and not sent again, like a dead
 * worker's messages in flight. Those not created yet stay recorded, and expanding their campaign calls this again. Returns
 * the change of the daily totals.
 */
export async function makeUnknown(trx: Db, campaign: string | null = null): Promise<DailyChange[]> {
  const locked = await lockCampaigns(
    trx,
    sql`SELECT campaign FROM failover_message WHERE ${campaign}::uuid IS NULL OR campaign = ${campaign}`,
  );
  if (locked.length === 0) return [];
  await sql`
    SELECT FROM campaign_queue WHERE campaign = ANY(${locked}) ORDER BY campaign, operator FOR UPDATE`.execute(
    trx,
  );
  const { rows } = await sql<DailyChange & { sent: number }>`
    WITH found AS MATERIALIZED (
      SELECT m.uuid, f.link, f.handed_at,
        -- The SMS of a Viber message had been handed over.
        m.channel = 'viber' AND m.other_parts IS NOT NULL AND EXISTS (
          SELECT FROM operator_link l WHERE l.name = f.link AND l.channel = 'sms') AS is_sms
      FROM failover_message f JOIN campaign c ON c.uuid = f.campaign
      JOIN message m ON m.phone = f.phone AND m.account = c.account AND m.campaign = c.uuid
      WHERE c.uuid = ANY(${locked}) AND m.uuid >= ${messagesFrom(locked)} AND ${isWaiting('m')}
    ), again AS (
      DELETE FROM message_retry r USING found WHERE r.message = found.uuid RETURNING r.message
    ), moved AS (
      UPDATE message m SET status = 'unknown', link = found.link, attempts = attempts + 1, submitted_at = found.handed_at,
        updated_at = now(), error = 'FAILOVER', ${toOther('m', 'sms', sql`found.is_sms`)}
      FROM found WHERE m.uuid = found.uuid
      RETURNING m.uuid, m.account, m.campaign, m.phone, m.operator, m.channel, m.link, m.submitted_at
    ), lost AS (
      INSERT INTO message_unknown (message, campaign, link, phone, submitted_at)
      SELECT uuid, campaign, link, phone, submitted_at FROM moved
    ), ${idsOfUnknown(sql`moved`)}, taken AS (
      UPDATE campaign_queue q SET waiting = q.waiting - d.n
      FROM (SELECT m.campaign, m.operator, count(*) AS n FROM moved m JOIN campaign_queue USING (campaign, operator)
            WHERE m.uuid > claimed_to GROUP BY m.campaign, m.operator) d
      WHERE q.campaign = d.campaign AND q.operator = d.operator
    ), counted AS (
      UPDATE campaign c SET queued = c.queued - d.n, unknown = c.unknown + d.n
      FROM (SELECT campaign, count(*) AS n FROM moved GROUP BY campaign) d WHERE c.uuid = d.campaign
    ), done AS (
      -- In this statement, so that what another process records meanwhile stays.
      DELETE FROM failover_message f USING campaign c
      WHERE c.uuid = f.campaign AND c.uuid = ANY(${locked}) AND (NOT c.expanding OR EXISTS (
        SELECT FROM message m WHERE m.phone = f.phone AND m.account = c.account AND m.campaign = c.uuid))
    )
    SELECT account, ${momentOf(sql`submitted_at`)}, operator, link, ${senderOf(sql`moved.campaign`)} AS sender,
      uuid_day(uuid) AS made, count(*) AS sent
    FROM moved GROUP BY 1, 2, 3, 4, 5, 6, 7`.execute(trx);
  const count = rows.reduce((sum, { sent }) => sum + sent, 0);
  await sql`
    UPDATE failover SET messages = messages + ${count}
    WHERE uuid = ${newestFailover}`.execute(trx);
  await settle(trx, locked);
  return rows;
}
