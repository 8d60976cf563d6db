import { sql } from 'kysely';
import type { RefundKind } from '#schema/paymentRefund.ts';
import type { Db } from '../../db/database.ts';
import { postRefundTask } from '../mail/refundMails.ts';
import { audit } from '../platform/audit.ts';
import type { Caller } from '../platform/caller.ts';
import { notFound, Problem } from '../platform/problem.ts';
import { refuseOwnAccount } from './fourEyes.ts';

const AUDITED = 'admin/payment-refunds';

interface Refunded {
  uuid: string;
  account: string;
  amount: number;
}

/**
 * Creates a task for a refund reported by a service, in the caller's transaction; returns whether it is new. However often
 * the service reports it, there is one task per kind, mailed once. No balance changes.
 */
export async function openRefundTask(
  trx: Db,
  { uuid: payment, account, amount }: Refunded,
  kind: RefundKind,
): Promise<boolean> {
  const { rows } = await sql<{ uuid: string; title: string }>`
    INSERT INTO payment_refund (account, payment, kind) VALUES (${account}, ${payment}, ${kind})
    ON CONFLICT (payment, kind) DO NOTHING
    RETURNING uuid, (SELECT name FROM account a WHERE a.uuid = ${account}) AS title`.execute(trx);
  if (!rows[0]) return false;
  const { uuid: record, title } = rows[0];
  const after = { payment, kind, amount };
  await postRefundTask(trx, record, account);
  await audit(trx, null, { action: 'refund-seen', entity: AUDITED, record, account, title, after });
  return true;
}

/**
 * Marks a task as handled, with what was done, in the caller's transaction. Throws `not_found`, `conflict` if it was
 * already handled, and `forbidden` for the caller's own account.
 */
export async function handleRefund(trx: Db, caller: Caller, uuid: string, note: string): Promise<void> {
  const { rows } = await sql<{ account: string; name: string; status: string }>`
    SELECT r.account, a.name, r.status FROM payment_refund r JOIN account a ON a.uuid = r.account
    WHERE r.uuid = ${uuid} FOR UPDATE OF r`.execute(trx);
  if (!rows[0]) throw notFound();
  const { account, name: title, status } = rows[0];
  refuseOwnAccount(caller, account);
  if (status !== 'open') {
    throw new Problem('conflict', 'This refund is already handled. Nothing was changed.');
  }
  await sql`
    UPDATE payment_refund SET status = 'handled', handled_by = ${caller.user}, handled_at = now(), note = ${note}
    WHERE uuid = ${uuid}`.execute(trx);
  await audit(trx, caller, {
    ...{ action: 'handle', entity: AUDITED, record: uuid, account, title },
    ...{ before: { status }, after: { status: 'handled', note } },
  });
}
