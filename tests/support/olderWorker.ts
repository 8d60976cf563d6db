import { type Kysely, sql } from 'kysely';

/**
 * The statements by which a worker of the version before 0037 claims and creates messages, as they are in commit
 * 9eb82fda (server/services/sending/claims.ts and campaigns.ts). It runs beside newer servers, and after a rollback.
 */
export function olderWorker(db: Kysely<unknown>, link: string) {
  const worker = 1;
  return {
    /** `sendingCampaigns`, as far as the queues are read: what it would claim. */
    async sees(campaign: string): Promise<string[]> {
      const { rows } = await sql<{ operator: string }>`
        SELECT campaign, operator, waiting FROM campaign_queue WHERE waiting > 0 AND campaign = ${campaign}
        UNION ALL SELECT campaign, operator, count(*) FROM message_retry WHERE hand IS NULL AND not_before <= now()
        AND campaign = ${campaign} GROUP BY campaign, operator`.execute(db);
      return rows.map(({ operator }) => operator);
    },
    /** `lockQueues` and `claimNext`. */
    async claimNext(campaign: string): Promise<{ phone: string }[]> {
      const shares = await sql<{ waiting: number }>`
        SELECT q.campaign, q.operator, q.claimed_to, q.waiting, q.waiting AS n FROM campaign_queue q
        WHERE q.campaign = ${campaign} AND q.waiting > 0 ORDER BY q.campaign, q.operator FOR UPDATE OF q`.execute(
        db,
      );
      const { rows } = await sql<{ phone: string }>`
        WITH next AS MATERIALIZED (
          SELECT m.*, q.campaign, q.operator
          FROM jsonb_to_recordset(${JSON.stringify(shares.rows)}::jsonb) AS q(campaign uuid, operator text, claimed_to uuid, n int)
          CROSS JOIN LATERAL (
            SELECT uuid, phone, text, attempts FROM (
              SELECT uuid, phone, text, attempts FROM message
              WHERE campaign = q.campaign AND operator = q.operator AND status = 'queued' AND uuid > q.claimed_to
              ORDER BY uuid LIMIT 1000) m
            LIMIT q.n) m
        ), hands AS (
          INSERT INTO hand (worker, link, campaign, operator, first, last, messages)
          SELECT ${worker}, ${link}, campaign, operator, (array_agg(uuid ORDER BY uuid))[1],
            (array_agg(uuid ORDER BY uuid DESC))[1], count(*)
          FROM next GROUP BY campaign, operator RETURNING *
        ), moved AS (
          UPDATE campaign_queue q SET claimed_to = h.last, waiting = q.waiting - h.messages
          FROM hands h WHERE q.campaign = h.campaign AND q.operator = h.operator
        )
        SELECT n.uuid, h.id AS hand, n.campaign, n.operator, n.phone, n.text, n.attempts + 1 AS attempts
        FROM next n JOIN hands h USING (campaign, operator)`.execute(db);
      return rows;
    },
    async claimRetries(campaign: string): Promise<{ phone: string }[]> {
      const { rows } = await sql<{ phone: string }>`
        WITH due AS MATERIALIZED (
          SELECT message, campaign FROM message_retry
          WHERE campaign = ${campaign} AND operator = 'ntc' AND hand IS NULL AND not_before <= now()
          ORDER BY not_before LIMIT 1000 FOR UPDATE SKIP LOCKED
        ), hands AS (
          INSERT INTO hand (worker, link, campaign, messages)
          SELECT ${worker}, ${link}, campaign, count(*) FROM due GROUP BY campaign RETURNING id, campaign
        )
        UPDATE message_retry r SET hand = hands.id FROM due JOIN hands USING (campaign) JOIN message m ON m.uuid = due.message
        WHERE r.message = due.message
        RETURNING m.uuid, hands.id AS hand, m.campaign, m.operator, m.phone, m.text, m.attempts + 1 AS attempts`.execute(
        db,
      );
      return rows;
    },
    /** `expandChunk`, without the blacklist: the next messages of a campaign. */
    async expand(campaign: string, chunk: number): Promise<void> {
      await db.transaction().execute(async (trx) => {
        const { rows } = await sql<{ last: number; waiting: number }>`
          WITH next AS (
            SELECT position, row, phone, operator, text, parts FROM (
              SELECT r.* FROM plan_recipient r JOIN campaign c ON c.uuid = ${campaign} AND r.plan = c.plan
              WHERE refusal IS NULL AND position > c.expanded_to ORDER BY position LIMIT ${chunk}) chunk
          ), priced AS (
            SELECT n.*, row_number() OVER (ORDER BY n.position) AS n, (p.value->>'price')::numeric AS price, 0 AS covered
            FROM next n JOIN campaign c ON c.uuid = ${campaign} CROSS JOIN LATERAL jsonb_each(c.prices) p
            WHERE p.key = n.operator
          ), made AS (
            INSERT INTO message (uuid, account, campaign, row, phone, operator, text, parts, package_parts, amount, status,
              error, finished_at)
            SELECT uuid_v7(clock_timestamp() + p.n * interval '1 microsecond'), c.account, c.uuid, p.row, p.phone,
              p.operator, p.text, p.parts, p.covered, (p.parts - p.covered) * p.price, 'queued', NULL, NULL
            FROM priced p, campaign c WHERE c.uuid = ${campaign} ORDER BY p.position
          )
          SELECT max(position) AS last, count(*)::int AS waiting FROM priced`.execute(trx);
        await sql`
          UPDATE campaign SET expanded_to = ${rows[0]?.last}, prices = prices,
            status = CASE WHEN status <> 'preparing' THEN status ELSE 'sending' END
          WHERE uuid = ${campaign}`.execute(trx);
        await sql`
          INSERT INTO campaign_queue AS q (campaign, operator, waiting) VALUES (${campaign}, 'ntc', ${rows[0]?.waiting})
          ON CONFLICT (campaign, operator) DO UPDATE SET waiting = q.waiting + excluded.waiting`.execute(trx);
      });
    },
  };
}
