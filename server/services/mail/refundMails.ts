import { sql } from 'kysely';
import type { PaymentRefund } from '#schema/paymentRefund.ts';
import { allows, type Pair, pairsOf, type Role } from '#schema/permissions.ts';
import { serviceNames } from '#schema/serviceNames.ts';
import type { Db } from '../../db/database.ts';
import type { MailContent } from './composeMail.ts';
import { rupees } from './decisionMails.ts';
import { postMail } from './mail.ts';
import type { Language } from './mailTexts.ts';

/** Holders handle refunds. */
const HANDLES: Pair = ['payment-reference-list', 'post'];

interface Staff {
  email: string;
  role: Role;
  ui_permissions: readonly Pair[] | null;
}

/**
 * Posts a new task to all active staff who may handle it, in the task's transaction, except those of the account itself,
 * who may not (fourEyes.ts).
 */
export async function postRefundTask(trx: Db, refund: string, account: string): Promise<void> {
  const { rows } = await sql<Staff>`
    SELECT u.email, u.role, u.ui_permissions FROM users u JOIN account a ON a.uuid = u.account
    WHERE u.role <> 'customer' AND u.is_active AND a.is_active AND u.account <> ${account}
    ORDER BY u.uuid`.execute(trx);
  for (const user of rows)
    if (allows(pairsOf(user), HANDLES))
      await postMail(trx, { kind: 'refund-task', to: user.email, about: refund });
}

type Refund = Pick<PaymentRefund, 'method' | 'kind' | 'amount'>;

/** The mail about a task; undefined if it has been handled in the meantime. */
export async function refundContent(
  db: Db,
  refund: string | null,
  language: Language,
  at: (path: string) => string,
): Promise<MailContent | undefined> {
  const { rows } = await sql<Refund>`
    SELECT o.method, r.kind, o.amount FROM payment_refund r JOIN online_payment o ON o.uuid = r.payment
    WHERE r.uuid = ${refund} AND r.status = 'open'`.execute(db);
  const task = rows[0];
  if (!task) return undefined;
  const values = {
    service: serviceNames[language][task.method],
    amount: rupees(task.amount),
    link: at('/admin/payment-refunds'),
  };
  return { kind: task.kind === 'full' ? 'refund-full' : 'refund-part', values };
}
