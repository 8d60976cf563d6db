import { sql } from 'kysely';
import { invoicedMonths, takenInFractions, usedBeyondAdvances } from '../money/monthly/due.ts';
import type { Check } from './bookChecks.ts';

/** SQL of the minor units of a payment that settled monthly invoices. */
const settled = sql`(SELECT coalesce(sum(s.amount), 0)::bigint FROM invoice_settlement s WHERE s.payment = p.uuid)`;

/** Until when a row `b` of `billed_month` counts. */
const closed = [sql`b.account`, sql`b.last_day`, sql`b.entry`] as const;

/** Tax invoices of payments and of post-paid accounts' months. */
export const invoiceChecks: Record<string, Check> = {
  // Packages paid from a wallet use money that was invoiced when it came; a server without a seller issues no invoices.
  invoice: (mine) => sql`
    SELECT p.account, p.uuid::text, ROW(p.status, p.account, p.amount - ${settled}, p.invoice)::text,
      ROW('confirmed', i.account, i.total, i.uuid)::text
    FROM payment_reference p FULL JOIN (SELECT * FROM invoice WHERE month IS NULL) i ON i.payment = p.uuid
    WHERE ${mine('p.account')} AND (i.uuid IS NOT NULL OR p.invoice IS NOT NULL) AND
      ((p.status, p.account, p.amount - ${settled}, p.invoice) IS DISTINCT FROM ('confirmed', i.account, i.total, i.uuid)
        OR p.method = 'wallet')`,

  // What was not invoiced was paid in advance when the month was closed. The next month makes up for what 0.1.0 closed.
  'monthly-invoice': (mine) => sql`
    SELECT b.account, concat_ws(' ', b.account, b.month), beyond::text, invoiced::text FROM (
      SELECT DISTINCT ON (account) * FROM billed_month m WHERE ${mine('m.account')} ORDER BY account, last_day DESC) b
    CROSS JOIN LATERAL (SELECT ${usedBeyondAdvances(...closed)} AS beyond,
      ${usedBeyondAdvances(...closed, takenInFractions)} AS formerly,
      ${invoicedMonths(sql`b.account`, sql`i.month <= b.month`)} AS invoiced) f
    WHERE CASE WHEN b.invoice IS NULL THEN least(beyond, formerly) > invoiced
      ELSE invoiced NOT IN (beyond, formerly) END`,

  'invoice-lines': (mine) => sql`
    SELECT i.account, i.uuid::text, ROW(i.total, i.taxable, true)::text, ROW(l.total, l.taxable, b.month IS NOT NULL)::text
    FROM invoice i LEFT JOIN billed_month b ON (b.account, b.month, b.invoice) = (i.account, i.month, i.uuid)
    CROSS JOIN LATERAL (SELECT sum((line->>'amount')::bigint) AS total, sum((line->>'taxable')::bigint) AS taxable
      FROM jsonb_array_elements(i.lines) line) l
    WHERE i.month IS NOT NULL AND ${mine('i.account')}
      AND (i.total, i.taxable, true) IS DISTINCT FROM (l.total, l.taxable, b.month IS NOT NULL)`,

  // Only confirmed top-ups settle, their own account's months, and neither is used twice.
  settlement: (mine) => sql`
    SELECT i.account, s.uuid::text, s.most::text, s.amount::text FROM (
      SELECT x.invoice AS uuid, x.invoice, j.total AS most, sum(x.amount) AS amount, true AS is_valid
      FROM invoice_settlement x JOIN invoice j ON j.uuid = x.invoice GROUP BY x.invoice, j.total
      UNION ALL
      SELECT x.payment, (array_agg(x.invoice))[1], p.amount, sum(x.amount),
        p.status = 'confirmed' AND p.kind = 'topup' AND bool_and(j.account = p.account AND j.month IS NOT NULL)
      FROM invoice_settlement x JOIN invoice j ON j.uuid = x.invoice JOIN payment_reference p ON p.uuid = x.payment
      GROUP BY x.payment, p.uuid) s
    JOIN invoice i ON i.uuid = s.invoice
    WHERE ${mine('i.account')} AND (s.amount > s.most OR NOT s.is_valid)`,
};
