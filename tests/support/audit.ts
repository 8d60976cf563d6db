import { type Kysely, sql } from 'kysely';
import { expect } from 'vitest';

/**
 * What must hold of the whole database at any moment: the ledger sums to the balances, counts equal the
 * messages, held money and parts are somewhere, and campaigns that ended kept nothing for nothing.
 */
export async function audit(db: Kysely<unknown>): Promise<void> {
  const broken = await sql<{ what: string; detail: string }>`
    SELECT 'balance is not the sum of entries' AS what, a.uuid::text AS detail FROM account a
    WHERE a.balance <> (SELECT coalesce(sum(amount), 0) FROM wallet_entry e WHERE e.account = a.uuid)
    UNION ALL
    SELECT 'an entry''s balance does not follow the one before', uuid::text FROM (
      SELECT uuid, balance - amount AS before, lag(balance, 1, 0::bigint) OVER (PARTITION BY account ORDER BY uuid) AS last
      FROM wallet_entry) e WHERE before <> last
    UNION ALL
    SELECT 'counts are not those of the messages', c.uuid::text || ' ' || c.status FROM campaign c
    CROSS JOIN LATERAL (
      SELECT count(*) AS n, count(*) FILTER (WHERE status IN ('queued', 'submitting')) AS queued,
        count(*) FILTER (WHERE status = 'submitted') AS submitted, count(*) FILTER (WHERE status = 'delivered') AS delivered,
        count(*) FILTER (WHERE status = 'undelivered') AS undelivered, count(*) FILTER (WHERE status = 'expired') AS expired,
        count(*) FILTER (WHERE status = 'rejected') AS rejected, count(*) FILTER (WHERE status = 'cancelled') AS cancelled,
        count(*) FILTER (WHERE status = 'unknown') AS unknown
      FROM message m WHERE m.campaign = c.uuid) m
    WHERE NOT c.expanding AND (c.recipients, c.queued, c.submitted, c.delivered, c.undelivered, c.expired, c.rejected,
      c.cancelled, c.unknown) IS DISTINCT FROM
      (m.n, m.queued, m.submitted, m.delivered, m.undelivered, m.expired, m.rejected, m.cancelled, m.unknown)
    UNION ALL
    SELECT 'the messages do not add up to what was held', c.uuid::text FROM campaign c
    WHERE NOT c.expanding AND (c.cost_exact, c.package_parts, c.parts) IS DISTINCT FROM
      (SELECT (sum(amount), sum(package_parts)::int, sum(parts)::int) FROM message m WHERE m.campaign = c.uuid)
    UNION ALL
    SELECT 'held is not captured, dropped and outstanding', c.uuid::text FROM campaign c
    WHERE NOT c.expanding AND c.cost_exact - c.captured_exact - c.dropped_exact <>
      (SELECT coalesce(sum(amount), 0) FROM message m
       WHERE m.campaign = c.uuid AND status IN ('queued', 'submitting', 'unknown'))
    UNION ALL
    SELECT 'an ended campaign holds money for nothing', uuid::text FROM campaign
    WHERE status IN ('completed', 'cancelled') AND queued = 0 AND unknown = 0
      AND (cost <> captured + released OR package_parts <> package_captured + package_released)
    UNION ALL
    SELECT 'the ledger does not hold what the campaign says', c.uuid::text FROM campaign c
    WHERE c.cost - c.released <> -(SELECT coalesce(sum(amount), 0) FROM wallet_entry e WHERE e.campaign = c.uuid)
    UNION ALL
    SELECT 'parts of a package are lost', p.uuid::text FROM account_package p
    WHERE p.parts <> p.remaining + (SELECT coalesce(sum(parts - released), 0) FROM campaign_package c WHERE c.package = p.uuid)
    UNION ALL
    SELECT 'consumption is not what was captured', c.uuid::text FROM campaign c
    WHERE (c.captured_exact, c.package_captured) IS DISTINCT FROM
      (SELECT (coalesce(sum(amount), 0), coalesce(sum(parts) FILTER (WHERE source = 'package'), 0)::int)
       FROM consumption u WHERE u.campaign = c.uuid)
    UNION ALL
    SELECT 'a day''s totals are not those of its messages and charges', concat_ws(' ', account, day, operator)
    FROM daily_expected e FULL JOIN daily_use u USING (account, day, operator)
    WHERE (coalesce(e.messages, 0), coalesce(e.parts, 0), coalesce(e.amount, 0), coalesce(e.sent, 0),
        coalesce(e.delivered, 0), coalesce(e.failed, 0)) IS DISTINCT FROM
      (coalesce(u.messages, 0), coalesce(u.parts, 0), coalesce(u.amount, 0), coalesce(u.sent, 0),
        coalesce(u.delivered, 0), coalesce(u.failed, 0))
    UNION ALL
    SELECT 'a payment moved what it should not', p.uuid::text || ' ' || p.status FROM payment_reference p
    WHERE (SELECT coalesce(sum(amount), 0) FROM wallet_entry e WHERE e.payment = p.uuid) <>
      CASE WHEN p.status <> 'confirmed' THEN 0 WHEN kind = 'topup' THEN amount WHEN method = 'wallet' THEN -amount ELSE 0 END
    UNION ALL
    SELECT 'a bought package is not there, or there unbought', p.uuid::text FROM payment_reference p
    WHERE (kind = 'package' AND status = 'confirmed') <>
      EXISTS (SELECT FROM account_package a WHERE a.payment = p.uuid AND a.account = p.account AND a.parts = p.package_parts)
    UNION ALL
    SELECT 'an invoice is not its payment''s', i.uuid::text FROM invoice i JOIN payment_reference p ON p.uuid = i.payment
    WHERE (p.status, p.account, p.amount, p.invoice) IS DISTINCT FROM ('confirmed', i.account, i.total, i.uuid)
      OR p.method = 'wallet'
    UNION ALL
    SELECT 'invoice numbers have a gap', fiscal_year FROM invoice GROUP BY fiscal_year
    HAVING max(number) <> count(*) OR min(number) <> 1
      OR max(number) <> (SELECT last FROM invoice_number n WHERE n.fiscal_year = invoice.fiscal_year)`.execute(
    db,
  );
  expect(broken.rows).toEqual([]);
}
