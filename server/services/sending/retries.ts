import { type RawBuilder, sql } from 'kysely';
import { ERASED } from '#schema/erased.ts';
import type { Db } from '../../db/database.ts';
import { Problem } from '../platform/problem.ts';
import { NIL_UUID } from '../platform/uuidBounds.ts';
import type { Source } from './recipients.ts';

/** Namespace of the advisory locks that serialise the retries of a chain. */
const RETRY_LOCKS = 7_733;
const BATCH = 5000;
const FAILED = sql`'undelivered', 'expired', 'rejected'`;

/** One column of the newest retry of a campaign (an alias), or null. */
export const newestRetry = (campaign: string, column: 'uuid' | 'created_at'): RawBuilder<unknown> => sql`(
  SELECT ${sql.ref(`r.${column}`)} FROM campaign r
  WHERE r.retry_of = ${sql.ref(`${campaign}.uuid`)} AND r.account = ${sql.ref(`${campaign}.account`)} ORDER BY r.uuid DESC LIMIT 1)`;

/** A chain of retries, oldest first: the original campaign, its retries, their retries and so on. */
async function chainOf(db: Db, campaign: string): Promise<string[]> {
  const { rows } = await sql<{ uuid: string }>`
    WITH RECURSIVE up AS (
      SELECT uuid, account, retry_of FROM campaign WHERE uuid = ${campaign}
      UNION SELECT c.uuid, c.account, c.retry_of FROM up JOIN campaign c ON c.uuid = up.retry_of AND c.account = up.account
    ), chain AS (
      SELECT uuid, account FROM up WHERE retry_of IS NULL
      UNION SELECT c.uuid, c.account FROM chain JOIN campaign c ON c.retry_of = chain.uuid AND c.account = chain.account
    )
    SELECT uuid FROM chain ORDER BY uuid`.execute(db);
  return rows.map(({ uuid }) => uuid);
}

/**
 * Throws `conflict` with a retry of the same chain as `data` (uuid, name, status) while that one is in progress, or if it
 * was in progress when `plan` was made: the plan may include recipients who have the message by now.
 */
export async function refuseSecondRetry(db: Db, campaign: string, plan?: string): Promise<void> {
  const { rows } = await sql<{ uuid: string; name: string; status: string }>`
    SELECT uuid, name, status FROM campaign
    WHERE uuid = ANY(${await chainOf(db, campaign)}::uuid[]) AND retry_of IS NOT NULL
      AND (finished_at IS NULL OR finished_at > (SELECT created_at FROM plan WHERE uuid = ${plan ?? null}))
    ORDER BY uuid LIMIT 1`.execute(db);
  if (rows[0]) {
    const detail = 'These messages are already being sent again. Nothing was sent twice.';
    throw new Problem('conflict', detail, { data: rows[0] });
  }
}

/** The same for the transaction that accepts the retry. Others of the same chain wait until it has ended. */
export async function requireFirstRetry(trx: Db, campaign: string, plan: string): Promise<void> {
  const [first] = await chainOf(trx, campaign);
  await sql`SELECT pg_advisory_xact_lock(${RETRY_LOCKS}, hashtext(${first}))`.execute(trx);
  await refuseSecondRetry(trx, campaign, plan);
}

/**
 * The failed messages of a campaign, with their texts, for recipients whose newest message of the whole chain failed too.
 * Cancelled messages were not sent and do not count. An older expired message may have been delivered since.
 */
export async function* failedOf(db: Db, campaign: string): Source {
  const chain = await chainOf(db, campaign);
  let after = NIL_UUID;
  for (;;) {
    const { rows } = await sql<{ uuid: string; row: number | null; phone: string; text: string }>`
      SELECT m.uuid, m.row, m.phone, coalesce(m.text, c.body) AS text
      FROM message m JOIN campaign c ON c.uuid = m.campaign AND c.account = m.account
      WHERE m.campaign = ${campaign} AND m.status IN (${FAILED}) AND m.uuid > ${after} AND m.phone <> ${ERASED}
        AND (SELECT n.status FROM message n WHERE n.phone = m.phone AND n.account = m.account AND n.uuid >= m.uuid
               AND n.campaign = ANY(${chain}::uuid[]) AND n.status <> 'cancelled'
             ORDER BY n.uuid DESC LIMIT 1) IN (${FAILED})
        AND NOT EXISTS (SELECT FROM message n WHERE n.phone = m.phone AND n.account = m.account
          AND n.campaign = ANY(${chain}::uuid[]) AND n.status = 'delivered')
      ORDER BY m.uuid LIMIT ${BATCH}`.execute(db);
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map(({ row, phone, text }) => ({ source: 'campaign', row, value: phone, values: {}, text }));
    after = last.uuid;
  }
}
