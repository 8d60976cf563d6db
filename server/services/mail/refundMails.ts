import { sql } from 'kysely';
import type { PaymentRefund } from '#schema/paymentRefund.ts';
import { allows, type Pair, pairsOf, type Role } from '#schema/permissions.ts';
import type { Db } from '../../db/database.ts';
import { rupees } from './decisionMails.ts';
import { postMail } from './mail.ts';
import type { Language, Letter } from './mailTexts.ts';

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

const services = {
  en: { esewa: 'eSewa', khalti: 'Khalti' },
  ne: { esewa: 'इसेवा', khalti: 'खल्ती' },
} as const satisfies Record<Language, Record<Refund['method'], string>>;

/** The account's name is left out, because its customer could write anything. */
const letters: Record<Language, (refund: Refund, link: string) => Letter> = {
  en: ({ method, kind, amount }, link) => ({
    subject: `Refund to handle: a payment of ${rupees(amount)}`,
    lines: [
      kind === 'full'
        ? `${services.en[method]} has refunded a payment of ${rupees(amount)}.`
        : `${services.en[method]} has refunded a part of a payment of ${rupees(amount)}. It does not say how much.`,
      'No balance was changed. Adjust the wallet if it has to be, then mark the refund as handled.',
      { link, label: 'Open the refunds' },
    ],
  }),
  ne: ({ method, kind, amount }, link) => ({
    subject: `मिलाउनुपर्ने रकम फिर्ता: ${rupees(amount)} को भुक्तानी`,
    lines: [
      kind === 'full'
        ? `${services.ne[method]}ले ${rupees(amount)} को भुक्तानी फिर्ता गरेको छ।`
        : `${services.ne[method]}ले ${rupees(amount)} को भुक्तानीको केही भाग फिर्ता गरेको छ। कति हो, त्यो खुलाएको छैन।`,
      'कुनै मौज्दात फेरिएको छैन। चाहिए वालेट मिलाउनुहोस्, अनि रकम फिर्ता मिलाइएको जनाउनुहोस्।',
      { link, label: 'रकम फिर्ता हेर्नुहोस्' },
    ],
  }),
};

/** The mail about a task; undefined if it has been handled in the meantime. */
export async function refundLetter(
  db: Db,
  refund: string | null,
  language: Language,
  at: (path: string) => string,
): Promise<Letter | undefined> {
  const { rows } = await sql<Refund>`
    SELECT o.method, r.kind, o.amount FROM payment_refund r JOIN online_payment o ON o.uuid = r.payment
    WHERE r.uuid = ${refund} AND r.status = 'open'`.execute(db);
  return rows[0] && letters[language](rows[0], at('/admin/payment-refunds'));
}
