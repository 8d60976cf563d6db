import { type Kysely, sql } from 'kysely';
import { type CampaignStatus, campaignMoves } from '#schema/campaign.ts';
import type { Db } from '../db/database.ts';
import { notFound, Problem } from './problem.ts';
import { settle } from './settle.ts';

interface Locked {
  uuid: string;
  account: string;
  status: CampaignStatus;
}

const cannot: Record<'paused' | 'sending' | 'cancelled', string> = {
  paused: 'Only a campaign that is sending can be paused.',
  sending: 'Only a paused campaign can be resumed.',
  cancelled: 'This campaign has ended; it cannot be cancelled.',
};

/** Locks an account's campaign for a move, or refuses the move with `conflict`. */
async function lockFor(
  trx: Db,
  account: string,
  uuid: string,
  to: 'paused' | 'sending' | 'cancelled',
): Promise<void> {
  const { rows } = await sql<Locked>`
    SELECT uuid, account, status FROM campaign WHERE uuid = ${uuid} AND account = ${account} FOR UPDATE`.execute(
    trx,
  );
  if (!rows[0]) throw notFound();
  const { status } = rows[0];
  const isMeant = to !== 'sending' || status === 'paused';
  if (!isMeant || !campaignMoves[status].includes(to)) throw new Problem('conflict', cannot[to]);
}

/** Stops claiming a campaign's messages; those in hand still go out. */
export const pause = (db: Kysely<unknown>, account: string, uuid: string): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await lockFor(trx, account, uuid, 'paused');
    await sql`UPDATE campaign SET status = 'paused' WHERE uuid = ${uuid}`.execute(trx);
  });

export const resume = (db: Kysely<unknown>, account: string, uuid: string): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await lockFor(trx, account, uuid, 'sending');
    await sql`UPDATE campaign SET status = 'sending' WHERE uuid = ${uuid}`.execute(trx);
    await settle(trx, [uuid]);
    await sql`SELECT pg_notify('dispatch', '')`.execute(trx);
  });

/**
 * Ends a campaign: what was not handed to an operator is cancelled and its money given back. Messages in
 * a worker's hand at that moment still go out and are charged.
 */
export const cancel = (db: Kysely<unknown>, account: string, uuid: string): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await lockFor(trx, account, uuid, 'cancelled');
    await sql`
      UPDATE message SET status = 'cancelled', finished_at = now(), updated_at = now()
      WHERE campaign = ${uuid} AND status = 'queued'`.execute(trx);
    // Recipients that are no messages yet become cancelled ones when they are expanded.
    await sql`
      UPDATE campaign c SET status = 'cancelled', finished_at = now(),
        cancelled = c.cancelled + c.queued - h.n, queued = h.n,
        dropped_exact = c.cost_exact - c.captured_exact - h.amount,
        package_dropped = c.package_parts - c.package_captured - h.package_parts
      FROM (SELECT count(*) FILTER (WHERE status = 'submitting') AS n, coalesce(sum(amount), 0) AS amount,
              coalesce(sum(package_parts), 0) AS package_parts
            FROM message WHERE campaign = ${uuid} AND status IN ('submitting', 'unknown')) h
      WHERE c.uuid = ${uuid}`.execute(trx);
    await settle(trx, [uuid]);
  });

/** Starts scheduled campaigns whose time has come. */
export async function startDue(db: Db): Promise<void> {
  await sql`
    UPDATE campaign SET status = 'sending', started_at = now()
    WHERE status = 'scheduled' AND scheduled_at <= now()`.execute(db);
}

const CHUNK = 10_000;

/**
 * Makes messages of the next recipients of one campaign that wants it. Answers whether there was any, so
 * that the caller goes on. Each chunk is one transaction: a crash repeats none and loses none. Sending
 * starts with the first chunk.
 */
export const expandNext = (db: Kysely<unknown>): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    const { rows } = await sql<{
      uuid: string;
      plan: string;
      status: CampaignStatus;
      expanded_to: number;
      prices: Prices;
    }>`
      SELECT uuid, plan, status, expanded_to, prices FROM campaign WHERE expanding
      ORDER BY expanded_to, created_at LIMIT 1 FOR UPDATE SKIP LOCKED`.execute(trx);
    const campaign = rows[0];
    if (!campaign) return false;
    const status = campaign.status === 'cancelled' ? 'cancelled' : 'queued';
    const made = await sql<{ last: number | null; used: Record<string, number> | null }>`
      WITH next AS (
        SELECT position, row, phone, operator, text, parts,
          sum(parts) OVER (PARTITION BY operator ORDER BY position) - parts AS before
        FROM (SELECT * FROM plan_recipient
              WHERE plan = ${campaign.plan} AND refusal IS NULL AND position > ${campaign.expanded_to}
              ORDER BY position LIMIT ${CHUNK}) chunk
      ), priced AS (
        SELECT n.*, (p.value->>'price')::numeric AS price,
          greatest(0, least(n.parts, (p.value->>'package_parts')::int - n.before))::int AS covered
        FROM next n JOIN campaign c ON c.uuid = ${campaign.uuid}
        CROSS JOIN LATERAL jsonb_each(c.prices) p WHERE p.key = n.operator
      ), made AS (
        INSERT INTO message (account, campaign, row, phone, operator, text, parts, package_parts, amount, status)
        SELECT c.account, c.uuid, p.row, p.phone, p.operator, p.text, p.parts, p.covered,
          (p.parts - p.covered) * p.price, ${status}
        FROM priced p, campaign c WHERE c.uuid = ${campaign.uuid} ORDER BY p.position
      )
      SELECT max(position) AS last, (
          SELECT jsonb_object_agg(operator, n) FROM (SELECT operator, sum(covered) AS n FROM priced GROUP BY operator) u
        ) AS used
      FROM priced`.execute(trx);
    const { last, used } = made.rows[0] as (typeof made.rows)[0];
    if (last === null) {
      await sql`DELETE FROM plan_recipient WHERE plan = ${campaign.plan} AND refusal IS NULL`.execute(trx);
      await sql`UPDATE campaign SET expanding = false WHERE uuid = ${campaign.uuid}`.execute(trx);
      await settle(trx, [campaign.uuid]);
      return true;
    }
    const left = Object.fromEntries(
      Object.entries(campaign.prices).map(([operator, price]) => [
        operator,
        { ...price, package_parts: price.package_parts - (used?.[operator] ?? 0) },
      ]),
    );
    await sql`
      UPDATE campaign SET expanded_to = ${last}, prices = ${JSON.stringify(left)},
        status = CASE WHEN status <> 'preparing' THEN status
                      WHEN scheduled_at > now() THEN 'scheduled' ELSE 'sending' END,
        started_at = CASE WHEN status = 'preparing' AND coalesce(scheduled_at <= now(), true) THEN now()
                          ELSE started_at END
      WHERE uuid = ${campaign.uuid}`.execute(trx);
    return true;
  });

type Prices = Record<string, { price: number; package_parts: number; release_undelivered: boolean }>;
