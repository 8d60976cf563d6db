import { type Kysely, sql } from 'kysely';
import type { OnlineAnswer, OnlineNote } from '#schema/onlinePayment.ts';
import { serviceNames } from '#schema/serviceNames.ts';
import type { Db } from '../../../db/database.ts';
import { isClosed } from '../../../db/unavailable.ts';
import { invalidField, notFound, Problem } from '../../platform/problem.ts';
import { cancelPayment, notOffered } from '../payments.ts';
import { type Checkout, type Gateway, GatewayDown, GatewayRefused, type OnlineMethod } from './gateway.ts';
import { keepKeys } from './gatewayKeys.ts';
import { claimConfirmed, claimDue, claimOne, type OnlineRow, readOnline } from './onlineRows.ts';
import { createSettle, type Decider, type SettleDeps } from './settle.ts';

/** Minimum milliseconds between two questions about a payment, over all processes. */
const ASK_EVERY = 3_000;
/** Concurrent questions per service. */
const AT_ONCE = 5;
const BATCH = 50;

/** The result of checking a payment. */
interface Look {
  /** The service's last answer; null before the first. `unavailable` also while this server cannot ask the service. */
  answer: OnlineAnswer | null;
  note: OnlineNote | null;
  /** Where to continue a payment that is still open. */
  checkout: Checkout | null;
}

export interface OnlinePayments {
  /** The services offered now. */
  methods(): Promise<readonly OnlineMethod[]>;
  /**
   * Records, in the creating transaction, that a payment is made online; does nothing for other payments. The service's keys
   * do not change before its end. Throws `invalid` if the service is no longer offered.
   */
  open(trx: Db, uuid: string): Promise<void>;
  /**
   * Where to pay a pending payment; null if it is paid in another way or confirmed. Registers it with Khalti, once. Throws
   * `unavailable`, and `invalid` if the service refuses it.
   */
  checkout(uuid: string): Promise<Checkout | null>;
  /** Asks the service and acts on the answer, unless it was asked a moment ago. Throws `not_found`. */
  check(uuid: string): Promise<Look>;
  /** Cancels an account's pending payment after asking the service. Throws `conflict` if it may still be paid. */
  cancel(uuid: string, account: string, by: Decider): Promise<void>;
  /**
   * Confirms for staff a payment that the service reports as paid, and returns its account; null if it is not an online
   * payment. Throws `conflict` if the service does not report it as paid.
   */
  confirm(uuid: string, by: Decider): Promise<string | null>;
  /** Whether a payment is an online payment. */
  isOnline(uuid: string): Promise<boolean>;
  /** Checks payments that are due, including confirmed ones for refunds; returns whether more may be waiting. */
  recheck(signal?: AbortSignal): Promise<boolean>;
}

/**
 * Payments through online services. A browser's claims are never trusted: the wallet is credited only if the service, asked
 * by this server, says that the exact amount was paid. No transaction is open while waiting for a service.
 */
export function createOnlinePayments(
  deps: SettleDeps & {
    db: Kysely<unknown>;
    /** The services offered at the time of the call; `on`: as a transaction sees it. */
    gateways(on?: Db): Promise<readonly Gateway[]>;
    askEvery?: number;
  },
): OnlinePayments {
  const { db, log, askEvery = ASK_EVERY } = deps;
  const { settle, note } = createSettle(deps);

  const gatewayOf = async (method: OnlineMethod): Promise<Gateway | undefined> =>
    (await deps.gateways()).find((gateway) => gateway.method === method);
  const methodsNow = async () => (await deps.gateways()).map(({ method }) => method);

  async function required(uuid: string): Promise<OnlineRow> {
    const payment = await readOnline(db, uuid);
    if (!payment) throw notFound();
    return payment;
  }

  /** Asks the service and acts on the answer, which is null if there is no service to ask. */
  async function ask(payment: OnlineRow, by: Decider, signal?: AbortSignal): Promise<OnlineAnswer> {
    const gateway = await gatewayOf(payment.method);
    if (!gateway) return 'unavailable';
    let status: Awaited<ReturnType<Gateway['status']>>;
    try {
      // A payment that its service never received cannot be looked up, and nobody has a page to pay it.
      status = payment.gatewayId
        ? await gateway.status(payment, signal)
        : { state: 'not_found', transaction: null, amount: null, word: 'never opened' };
    } catch (error) {
      if (!(error instanceof GatewayDown)) throw error;
      if (signal?.aborted) return 'unavailable';
      log.warn(
        { payment: payment.uuid, method: payment.method, why: error.message },
        'a payment service is down',
      );
      await note(payment, { answer: 'unavailable' });
      return 'unavailable';
    }
    await settle(payment, status, by);
    return status.state;
  }

  async function checkout(uuid: string): Promise<Checkout | null> {
    const payment = await readOnline(db, uuid);
    if (!payment || payment.status === 'confirmed') return null;
    if (payment.status !== 'pending') {
      throw new Problem('conflict', `This payment is already ${payment.status}. Start a new one.`);
    }
    const gateway = await gatewayOf(payment.method);
    if (!gateway) {
      throw new Problem(
        'unavailable',
        'This payment method is not available right now. Your payment stays open. Try again later.',
      );
    }
    if (payment.checkoutUrl) return { url: payment.checkoutUrl, fields: null };
    try {
      const { id, url, fields } = await gateway.start(payment);
      // If the same payment is started twice at once, the first one's page is used.
      await sql`
        UPDATE online_payment SET gateway_id = ${id}, checkout_url = ${fields ? null : url}
        WHERE uuid = ${uuid} AND gateway_id IS NULL`.execute(db);
      const kept = await required(uuid);
      if (kept.status !== 'pending') {
        throw new Problem('conflict', `This payment is already ${kept.status}. Start a new one.`);
      }
      return fields ? { url, fields } : { url: kept.checkoutUrl ?? url, fields: null };
    } catch (error) {
      const isRefused = error instanceof GatewayRefused;
      if (!(isRefused || error instanceof GatewayDown)) throw error;
      const why = error.message.replace(/\.$/, '');
      const name = serviceNames.en[payment.method];
      log.warn(
        { payment: uuid, method: payment.method, why: error.message },
        isRefused ? 'a payment service refused' : 'a payment service is down',
      );
      const isOpen = await db.transaction().execute(async (trx) => {
        // The same payment, started twice at once, may have a page by now, and its payer may be there.
        const { rows } = await sql<{ is_open: boolean }>`
          SELECT checkout_url IS NOT NULL AS is_open FROM online_payment WHERE uuid = ${uuid} FOR UPDATE`.execute(
          trx,
        );
        if (rows[0]?.is_open) return true;
        const reason = `${name} did not accept this payment: ${why}.`;
        if (isRefused) await cancelPayment(trx, uuid, payment.account, { by: null, reason });
        return false;
      });
      if (isOpen) return checkout(uuid);
      if (isRefused) {
        throw invalidField(
          'method',
          `${name} did not accept this payment: ${why}. Nothing was charged. Choose another way to pay.`,
        );
      }
      throw new Problem(
        'unavailable',
        `${name} cannot be reached right now. Nothing was charged. Try again in a minute, or choose another payment method.`,
      );
    }
  }

  return {
    methods: methodsNow,
    checkout,

    async open(trx, uuid) {
      const { rows } = await sql<{ method: OnlineMethod }>`
        INSERT INTO online_payment (uuid, account, method, amount)
        SELECT uuid, account, method, amount FROM payment_reference
        WHERE uuid = ${uuid} AND method IN ('esewa', 'khalti') RETURNING method`.execute(trx);
      for (const { method } of rows) {
        await keepKeys(trx, method);
        if (!(await deps.gateways(trx)).some((gateway) => gateway.method === method)) throw notOffered();
      }
    },

    async isOnline(uuid) {
      return (await readOnline(db, uuid)) !== undefined;
    },

    async check(uuid) {
      const payment = await claimOne(db, uuid, askEvery);
      if (payment) await ask(payment, null);
      const now = await required(uuid);
      const { answer, note, checkoutUrl } = now;
      const isOpen =
        now.status === 'pending' && (answer === null || answer === 'pending' || answer === 'unavailable');
      // What is paid at a service that cannot be asked could not be confirmed.
      if (isOpen && !(await gatewayOf(now.method))) return { answer: 'unavailable', note, checkout: null };
      const checkout = isOpen && answer && checkoutUrl ? { url: checkoutUrl, fields: null } : null;
      return { answer, note, checkout };
    },

    async cancel(uuid, account, by) {
      const payment = await required(uuid);
      if (payment.account !== account) throw notFound();
      if (payment.status === 'pending') {
        const answer = await ask(payment, null);
        const now = await required(uuid);
        if (now.status === 'confirmed') return;
        const name = serviceNames.en[payment.method];
        if (answer === 'unavailable') {
          throw new Problem(
            'conflict',
            `${name} is not responding, so we could not confirm this payment. Nothing was changed. Try again in a few minutes.`,
          );
        }
        if (answer === 'pending') {
          throw new Problem(
            'conflict',
            `This payment is still open at ${name} and can be paid. Nothing was changed. If you do not pay it, it is cancelled automatically.`,
          );
        }
        if (answer === 'paid') {
          throw new Problem(
            'conflict',
            `${name} received a different amount for this payment. Our staff have been notified. Nothing was changed.`,
          );
        }
        if (answer === 'not_found' && now.note === 'key_replaced') {
          throw new Problem(
            'conflict',
            `${name} does not know this payment since its key was replaced. Our staff have been notified. Nothing was changed.`,
          );
        }
        // The service may have ended it a moment ago, which is what was wanted.
        if (now.status === 'cancelled') return;
      }
      await db.transaction().execute((trx) => cancelPayment(trx, uuid, account, { by }));
    },

    async confirm(uuid, by) {
      const payment = await readOnline(db, uuid);
      if (!payment) return null;
      if (payment.status !== 'pending') {
        throw new Problem('conflict', `This payment is already ${payment.status}. Nothing was changed.`);
      }
      const answer = await ask(payment, by);
      if ((await required(uuid)).status === 'confirmed') return payment.account;
      const name = serviceNames.en[payment.method];
      throw new Problem(
        'conflict',
        answer === 'unavailable'
          ? `${name} is not responding. Nothing was credited. Try again in a few minutes.`
          : answer === 'paid'
            ? `${name} received money that cannot be credited to this payment. See its note. Nothing was credited.`
            : `${name} has not confirmed this payment. Nothing was credited.`,
      );
    },

    async recheck(signal) {
      const methods = await methodsNow();
      if (methods.length === 0) return false;
      const open = await claimDue(db, methods, BATCH);
      const due = [...open, ...(await claimConfirmed(db, methods, BATCH))];
      for (const method of methods) {
        const waiting = due.filter((payment) => payment.method === method);
        for (let i = 0; i < waiting.length && !signal?.aborted; i += AT_ONCE) {
          const answers = await Promise.all(
            waiting.slice(i, i + AT_ONCE).map((payment) =>
              // A failure to record one payment must not block the others.
              ask(payment, null, signal).catch((error: unknown) => {
                if (!isClosed(error))
                  log.error(
                    { payment: payment.uuid, err: error },
                    'an online payment could not be looked at',
                  );
                return null;
              }),
            ),
          );
          // A service that is down is left alone until its payments are due again.
          if (answers.every((answer) => answer === 'unavailable')) break;
        }
      }
      return due.length >= BATCH;
    },
  };
}
