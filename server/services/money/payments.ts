import { sql } from 'kysely';
import {
  onlineMethods,
  type PaymentState,
  type PurchaseInput,
  paymentMoves,
  type TopupInput,
} from '#schema/paymentReference.ts';
import type { SmsPackage } from '#schema/smsPackage.ts';
import type { Db } from '../../db/database.ts';
import { requireDocument } from '../files/documents.ts';
import { postPaymentDecision } from '../mail/decisionMails.ts';
import { audit } from '../platform/audit.ts';
import type { Caller } from '../platform/caller.ts';
import { invalidField, notFound, Problem } from '../platform/problem.ts';
import { issueInvoice, type Seller } from './invoices.ts';
import { post } from './ledger.ts';
import { settleInvoices } from './monthly/settlements.ts';

/** The audit log's name for a payment, for customers and staff alike. */
export const AUDITED = 'admin/payment-references';

/** Why a payment can be neither changed nor cancelled after its first confirmation. */
export const CONFIRMED_FIRST = {
  customer: 'Your provider is confirming this payment. Nothing was changed.',
  staff: 'One person has confirmed this payment already. Nothing was changed.',
};

/** The error of a payment method that is not offered. */
export const notOffered = (): Problem =>
  invalidField('method', 'This payment method is not available. Choose another one.');

interface NewPayment {
  kind: 'topup' | 'package';
  amount: number;
  method: PurchaseInput['method'];
  reference?: string | null | undefined;
  receipt?: string | null | undefined;
  note?: string | null | undefined;
  bought?: SmsPackage;
}

/** Creates a pending payment. Throws for an invalid reference or receipt. */
async function insert(trx: Db, caller: Caller, payment: NewPayment): Promise<string> {
  const { kind, amount, method, receipt, bought } = payment;
  // The number of an online payment comes from its service.
  const isOnline = onlineMethods.some((online) => online === method);
  const reference = isOnline ? null : payment.reference || null;
  if (receipt) await requireDocument(trx, caller.account, receipt, 'receipt');
  const { rows } = await sql<{ uuid: string }>`
    INSERT INTO payment_reference (account, "user", kind, amount, method, reference, receipt, note, package,
      package_name, package_parts, package_days)
    VALUES (${caller.account}, ${caller.user}, ${kind}, ${amount}, ${method}, ${reference}, ${receipt ?? null},
      ${payment.note || null}, ${bought?.uuid ?? null}, ${bought?.name ?? null}, ${bought?.parts ?? null}, ${bought?.validity_days ?? null})
    ON CONFLICT (account, method, lower(reference))
      WHERE status IN ('pending', 'confirmed') AND reference IS NOT NULL DO NOTHING
    RETURNING uuid`.execute(trx);
  if (!rows[0]) {
    throw invalidField(
      'reference',
      'You have already used this reference. A transfer can be used only once.',
    );
  }
  return rows[0].uuid;
}

/**
 * Requests a top-up, in the caller's transaction, and returns the payment's uuid. The wallet is credited only when the
 * payment is confirmed.
 */
export async function startTopup(trx: Db, caller: Caller, input: TopupInput): Promise<string> {
  const record = await insert(trx, caller, { kind: 'topup', ...input });
  const { amount, method, reference, note } = input;
  await audit(trx, caller, {
    action: 'request',
    entity: AUDITED,
    record,
    title: reference || null,
    after: { kind: 'topup', amount, method, ...(reference && { reference }), ...(note && { note }) },
  });
  return record;
}

/**
 * Buys a package at the price that the customer saw, in the caller's transaction, and returns the payment's uuid:
 * immediately if paid from the wallet, otherwise when the payment is confirmed. Throws `price_changed` with the current
 * package, and `insufficient_balance` if the wallet is even one paisa short; both change nothing.
 */
export async function startPurchase(trx: Db, caller: Caller, input: PurchaseInput): Promise<string> {
  const { rows } = await sql<SmsPackage>`
    SELECT uuid, name, parts, price, validity_days, is_active, created_at, updated_at
    FROM sms_package WHERE uuid = ${input.package} AND is_active FOR SHARE`.execute(trx);
  const bought = rows[0];
  if (!bought) throw invalidField('package', 'This package is no longer for sale. Choose another one.');
  if (bought.price !== input.price) {
    throw new Problem('price_changed', 'The price of this package has changed. Nothing was bought.', {
      data: bought,
    });
  }
  const { method, reference, receipt, note } = input;
  const uuid = await insert(trx, caller, {
    kind: 'package',
    amount: bought.price,
    method,
    reference,
    receipt,
    note,
    bought,
  });
  if (method === 'wallet') {
    await post(trx, { account: caller.account, kind: 'package', amount: -bought.price, payment: uuid });
    await deliver(trx, uuid);
    await decide(trx, uuid, 'confirmed', { by: null });
  }
  const { name, price: amount, parts } = bought;
  await audit(trx, caller, {
    action: 'purchase',
    entity: AUDITED,
    record: uuid,
    title: name,
    after: {
      ...{ kind: 'package', amount, method, package_parts: parts },
      ...(reference && { reference }),
      ...(note && { note }),
    },
  });
  return uuid;
}

/** Gives an account the package of a payment; its days begin now. */
async function deliver(trx: Db, payment: string): Promise<void> {
  await sql`
    INSERT INTO account_package (account, name, parts, remaining, expires_at, package, payment)
    SELECT account, package_name, package_parts, package_parts, now() + make_interval(days => package_days),
      package, uuid
    FROM payment_reference WHERE uuid = ${payment}`.execute(trx);
}

/** Who decides; null is the server itself. */
interface Decision {
  by: Caller | null;
  reason?: string;
  /** The number from the bank or service, if it was not known before. */
  reference?: string;
}

async function decide(trx: Db, uuid: string, to: PaymentState, decision: Decision): Promise<void> {
  const { by, reason, reference } = decision;
  await sql`
    UPDATE payment_reference SET status = ${to}, decided_by = ${by?.user ?? null}, decided_at = now(),
      reason = ${reason ?? null}, reference = coalesce(${reference ?? null}, reference)
    WHERE uuid = ${uuid}`.execute(trx);
}

interface Locked {
  status: PaymentState;
  account: string;
  kind: 'topup' | 'package';
  amount: number;
  title: string | null;
  /** The first of two persons who confirm it. */
  first_by: string | null;
}

/** Records the result of a payment that the caller has locked. */
const written = (trx: Db, action: string, uuid: string, was: Locked, to: PaymentState, decision: Decision) =>
  audit(trx, decision.by, {
    action,
    entity: AUDITED,
    record: uuid,
    account: was.account,
    title: was.title ?? decision.reference ?? null,
    before: { status: was.status },
    after: {
      status: to,
      amount: was.amount,
      ...(decision.reason && { reason: decision.reason }),
      ...(decision.reference && { reference: decision.reference }),
    },
  });

/** Locks a payment for a change, so that of two decisions one wins and the other is told. */
async function lockFor(trx: Db, uuid: string, to: PaymentState, account?: string): Promise<Locked> {
  const { rows } = await sql<Locked>`
    SELECT status, account, kind, amount, coalesce(package_name, reference) AS title, first_by
    FROM payment_reference WHERE uuid = ${uuid} FOR UPDATE`.execute(trx);
  const payment = rows[0];
  if (!payment || (account !== undefined && payment.account !== account)) throw notFound();
  if (!paymentMoves[payment.status].includes(to)) {
    throw new Problem('conflict', `This payment is already ${payment.status}. Nothing was changed.`);
  }
  return payment;
}

/**
 * Confirms a pending payment, in the caller's transaction: credits the wallet or gives the package, once. A top-up pays
 * monthly invoices first; the rest gets its tax invoice if there is a seller. Returns the payment's account. Throws `conflict` if it was already decided.
 */
export async function confirmPayment(
  trx: Db,
  uuid: string,
  decision: Omit<Decision, 'reason'> & { seller: Seller | null },
): Promise<string> {
  const payment = await lockFor(trx, uuid, 'confirmed');
  const { account, kind, amount } = payment;
  await decide(trx, uuid, 'confirmed', decision);
  await written(trx, 'confirm', uuid, payment, 'confirmed', decision);
  await postPaymentDecision(trx, uuid);
  let untaxed = amount;
  if (kind === 'topup') {
    await post(trx, { account, kind: 'topup', amount, payment: uuid });
    untaxed = await settleInvoices(trx, { account, payment: uuid, amount });
  } else await deliver(trx, uuid);
  if (decision.seller && untaxed > 0) await issueInvoice(trx, uuid, decision.seller);
  return account;
}

/**
 * Rejects a pending payment with the reason for the customer, and returns the payment's account. Throws `conflict` if it
 * was already decided.
 */
export async function rejectPayment(
  trx: Db,
  uuid: string,
  decision: Decision & { reason: string },
): Promise<string> {
  const payment = await lockFor(trx, uuid, 'rejected');
  await decide(trx, uuid, 'rejected', decision);
  // A person has settled what the service could not.
  await sql`UPDATE online_payment SET note = NULL WHERE uuid = ${uuid} AND note IN ('key_replaced', 'unsettled')`.execute(
    trx,
  );
  await written(trx, 'reject', uuid, payment, 'rejected', decision);
  await postPaymentDecision(trx, uuid);
  return payment.account;
}

/** Cancels an account's own pending payment. Throws `conflict` if it was already decided, or confirmed by a first person. */
export async function cancelPayment(
  trx: Db,
  uuid: string,
  account: string,
  decision: Decision,
): Promise<void> {
  const payment = await lockFor(trx, uuid, 'cancelled', account);
  if (payment.first_by !== null) throw new Problem('conflict', CONFIRMED_FIRST.customer);
  await decide(trx, uuid, 'cancelled', decision);
  await written(trx, 'cancel', uuid, payment, 'cancelled', decision);
}
