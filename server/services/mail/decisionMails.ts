import { sql } from 'kysely';
import type { Pair } from '#schema/permissions.ts';
import { reasonIn } from '#schema/reviewReasons.ts';
import type { Db } from '../../db/database.ts';
import type { MailContent } from './composeMail.ts';
import type { DecisionKind } from './decisionTexts.ts';
import { emailsOfHolders } from './holders.ts';
import { postMail } from './mail.ts';
import type { Language } from './mailTexts.ts';

/**
 * Queues a mail about a decision, in the decision's transaction, to the active users of an account who hold a
 * pair, or to the one user who asked. `about` is the record that the mail is built from when it is sent: a line of
 * `kyc_decision`, a payment, or a sender identity. Only a sender identity can change afterwards, by being
 * suspended or restored; the mail then describes its state at that time.
 */
async function postDecision(
  trx: Db,
  kind: DecisionKind,
  about: string,
  to: { account: string; pair: Pair } | { user: string },
): Promise<void> {
  const emails = 'user' in to ? await emailOf(trx, to.user) : await emailsOfHolders(trx, to.account, to.pair);
  for (const email of emails) await postMail(trx, { kind, to: email, about });
}

/** The address of a user who can sign in. */
async function emailOf(trx: Db, user: string): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    SELECT u.email FROM users u JOIN account a ON a.uuid = u.account
    WHERE u.uuid = ${user} AND u.is_active AND a.is_active`.execute(trx);
  return rows.map(({ email }) => email);
}

/** A decision on a verification, to the people of its account who may submit it. */
export const postKycDecision = (trx: Db, decision: string, account: string): Promise<void> =>
  postDecision(trx, 'kyc-decided', decision, { account, pair: ['kyc-submit', 'post'] });

/** A decision on a sender ID, to the people of its account who see its sender IDs. */
export const postSenderDecision = (trx: Db, sender: string, account: string): Promise<void> =>
  postDecision(trx, 'sender-decided', sender, { account, pair: ['profile-my', 'get'] });

/** The result of a payment, to the user who requested it. */
export async function postPaymentDecision(trx: Db, payment: string): Promise<void> {
  const { rows } = await sql<{ user: string }>`
    SELECT "user" FROM payment_reference WHERE uuid = ${payment}`.execute(trx);
  if (rows[0]) await postDecision(trx, 'payment-decided', payment, rows[0]);
}

/** Formats 1234567890 minor units as `1,23,45,678.90`, and a debt with its sign before it. */
export function grouped(minor: number): string {
  if (minor < 0) return `-${grouped(-minor)}`;
  const [whole = '0', rest = '00'] = (minor / 100).toFixed(2).split('.');
  const groups =
    whole.length > 3 ? `${whole.slice(0, -3).replace(/\B(?=(\d\d)+$)/g, ',')},${whole.slice(-3)}` : whole;
  return `${groups}.${rest}`;
}

/** Formats 1234567890 minor units as `Rs. 1,23,45,678.90`, -150 as `-Rs. 1.50`, like the console (src/core/format.ts). */
export const rupees = (minor: number): string => (minor < 0 ? `-${rupees(-minor)}` : `Rs. ${grouped(minor)}`);

interface Decided {
  status: string;
  reason: string | null;
}

async function read<T extends Decided>(db: Db, table: string, uuid: string | null): Promise<T | undefined> {
  const { rows } = await sql<T>`SELECT * FROM ${sql.table(table)} WHERE uuid = ${uuid}`.execute(db);
  return rows[0];
}

/** The mail about a decision, with its reason and a link; undefined if the record no longer exists. */
export async function decisionContent(
  db: Db,
  { kind, about }: { kind: DecisionKind; about: string | null },
  language: Language,
  at: (path: string) => string,
): Promise<MailContent | undefined> {
  const reasonOf = ({ reason }: Decided) => reasonIn(language, reason ?? '');
  switch (kind) {
    case 'kyc-decided': {
      const decision = await read(db, 'kyc_decision', about);
      if (!decision) return undefined;
      const values = { reason: reasonOf(decision), link: at('/kyc') };
      return { kind: decision.status === 'approved' ? 'kyc-approved' : 'kyc-rejected', values };
    }
    case 'sender-decided': {
      const sender = await read<Decided & { name: string; suspended_at: string | null }>(
        db,
        'sender_identity',
        about,
      );
      if (!sender) return undefined;
      const link = at('/sms/sender-identities');
      const values = { sender: sender.name, reason: reasonOf(sender), link };
      if (!sender.suspended_at)
        return { kind: sender.status === 'approved' ? 'sender-approved' : 'sender-rejected', values };
      return { kind: sender.status === 'suspended' ? 'sender-suspended' : 'sender-restored', values };
    }
    case 'payment-decided': {
      const payment = await read<Decided & { kind: string; amount: number; package_name: string }>(
        db,
        'payment_reference',
        about,
      );
      if (!payment) return undefined;
      const values = {
        amount: rupees(payment.amount),
        package: payment.package_name,
        reason: reasonOf(payment),
        link: at(`/wallet/topup-history/${about}/show`),
      };
      if (payment.status === 'rejected') return { kind: 'payment-rejected', values };
      if (payment.status !== 'confirmed') return { kind: 'payment-ended', values };
      return { kind: payment.kind === 'topup' ? 'topup-confirmed' : 'package-confirmed', values };
    }
  }
}
