import type { Kysely } from 'kysely';
import type { OnlineNote } from '#schema/onlinePayment.ts';
import { own } from '#schema/own.ts';
import type { RefundKind } from '#schema/paymentRefund.ts';
import { postPaymentDecision } from '../../mail/decisionMails.ts';
import { mailSoon } from '../../mail/mailSoon.ts';
import type { Caller } from '../../platform/caller.ts';
import { Problem } from '../../platform/problem.ts';
import type { Seller } from '../invoices.ts';
import { cancelPayment, confirmPayment } from '../payments.ts';
import { openRefundTask } from '../refunds.ts';
import type { GatewayStatus } from './gateway.ts';
import { type OnlineRow, readOnline, writeFound } from './onlineRows.ts';

/** Who decides; null is the server itself. */
export type Decider = Caller | null;

export interface SettleDeps {
  db: Kysely<unknown>;
  /** The issuer of invoices at the time of the call; null issues none. */
  seller(): Promise<Seller | null>;
  /** Sends the mails about settled payments; called after the commit. */
  deliverMail(): Promise<void>;
  log: { warn(details: object, message: string): void; error(details: object, message: string): void };
}

/** Unique indexes that detect that this transaction has already paid for another payment. */
const USED = new Set(['online_payment_transaction', 'payment_reference_once']);

const isUsed = (error: unknown): boolean => {
  const { code, constraint } = error as { code?: string; constraint?: string };
  return code === '23505' && USED.has(constraint ?? '');
};

const isConflict = (error: unknown): boolean => error instanceof Problem && error.code === 'conflict';

const ends: Record<string, string> = {
  FULL_REFUND: 'The payment was refunded by eSewa.',
  CANCELED: 'The payment was cancelled at eSewa.',
  NOT_FOUND: 'There is no payment at eSewa for this request.',
  Refunded: 'The payment was refunded by Khalti.',
  Expired: 'The payment page of Khalti has expired.',
  'User canceled': 'The payment was cancelled at Khalti.',
  'Not found': 'There is no payment at Khalti for this request.',
  'never opened': 'The payment page was never opened.',
};

/** The effect of a service's answer on a payment. */
export function createSettle({ db, seller, deliverMail, log }: SettleDeps) {
  const note = (payment: OnlineRow, found: Parameters<typeof writeFound>[2]): Promise<void> =>
    writeFound(db, payment.uuid, found);

  /** Leaves a payment to staff, and notes that once. */
  async function leave(payment: OnlineRow, { transaction, amount, word }: GatewayStatus, why: OnlineNote) {
    if (payment.note !== why) {
      log.error(
        {
          payment: payment.uuid,
          method: payment.method,
          asked: payment.amount,
          paid: amount,
          transaction,
          word,
        },
        `an online payment needs a person: ${why}`,
      );
    }
    // A transaction that belongs to another payment stays with it.
    const paid = why === 'transaction_used' ? {} : { transaction, paid: amount };
    try {
      await note(payment, { answer: 'paid', note: why, ...paid });
    } catch (error) {
      if (!isUsed(error)) throw error;
      await note(payment, { answer: 'paid', note: 'transaction_used' });
    }
  }

  /** Credits the exact amount, once. */
  async function credit(payment: OnlineRow, status: GatewayStatus, by: Decider): Promise<void> {
    const { uuid } = payment;
    const transaction = status.transaction as string;
    const issuer = await seller();
    try {
      await db.transaction().execute(async (trx) => {
        // The transaction's index comes first, and the invoice number last, because all others wait for it.
        await writeFound(trx, uuid, {
          answer: 'paid',
          note: null,
          transaction,
          paid: status.amount,
          ended: true,
        });
        await confirmPayment(trx, uuid, { by, reference: transaction, seller: issuer });
      });
      await mailSoon(deliverMail, log);
    } catch (error) {
      if (isUsed(error)) return leave(payment, status, 'transaction_used');
      if (!isConflict(error)) throw error;
      // Decided in the meantime: confirmed by another check, or ended although the money has now come.
      const now = await readOnline(db, uuid);
      if (now && now.status !== 'confirmed') await leave(payment, status, 'paid_after_end');
    }
  }

  /** Leaves a payment to staff that the merchant of its service's new key does not know, and reports that once. */
  async function leaveUnknown(payment: OnlineRow): Promise<void> {
    const { uuid, method, amount } = payment;
    if (payment.answer !== 'not_found')
      log.error({ payment: uuid, method, asked: amount }, 'an online payment needs a person: key_replaced');
    await note(payment, { answer: 'not_found' });
  }

  /** Ends a payment that will not be paid. */
  async function end(payment: OnlineRow, { state, word }: GatewayStatus): Promise<void> {
    const answer = state as 'failed' | 'not_found';
    // Only the merchant of the former key can say whether it was paid.
    if (payment.note === 'key_replaced' && payment.status === 'pending' && answer === 'not_found')
      return leaveUnknown(payment);
    // If the service does not know it yet, the payment may still arrive; if the money was returned, nothing is left to do.
    if (payment.status === 'pending' && (state === 'failed' || payment.isOld)) {
      const reason = own(ends, word) ?? 'The payment was not made.';
      try {
        await db.transaction().execute(async (trx) => {
          await cancelPayment(trx, payment.uuid, payment.account, { by: null, reason });
          await postPaymentDecision(trx, payment.uuid);
        });
        await mailSoon(deliverMail, log);
      } catch (error) {
        if (!isConflict(error)) throw error;
      }
    }
    await note(payment, { answer, ...(state === 'failed' && { note: null }) });
  }

  /** Creates a refund task for staff, once. */
  async function tellRefund(payment: OnlineRow, refund: RefundKind): Promise<void> {
    const isNew = await db.transaction().execute((trx) => openRefundTask(trx, payment, refund));
    if (!isNew) return;
    const { uuid, method, amount } = payment;
    log.warn({ payment: uuid, method, amount, refund }, 'an online payment was refunded: a person must look');
    await mailSoon(deliverMail, log);
  }

  return {
    note,
    async settle(payment: OnlineRow, status: GatewayStatus, by: Decider): Promise<void> {
      if (status.refund) await tellRefund(payment, status.refund);
      if (status.state === 'pending' || payment.status === 'confirmed') {
        // The merchant knows it: it goes on as before its key was replaced.
        const isKnown = payment.note === 'key_replaced';
        await note(payment, { answer: status.state, ...(isKnown && { note: null }) });
      } else if (status.state !== 'paid') await end(payment, status);
      else if (payment.status === 'cancelled' || payment.status === 'rejected') {
        await leave(payment, status, 'paid_after_end');
      } else if (status.amount !== payment.amount) await leave(payment, status, 'amount_differs');
      else await credit(payment, status, by);
    },
  };
}
