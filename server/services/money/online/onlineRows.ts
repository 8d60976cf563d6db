import { type RawBuilder, sql } from 'kysely';
import type { OnlineAnswer, OnlineNote } from '#schema/onlinePayment.ts';
import type { PaymentState } from '#schema/paymentReference.ts';
import type { Db } from '../../../db/database.ts';
import type { GatewayPayment, OnlineMethod } from './gateway.ts';

/** An online payment with the data of its payment_reference. */
export interface OnlineRow extends GatewayPayment {
  account: string;
  method: OnlineMethod;
  status: PaymentState;
  checkoutUrl: string | null;
  answer: OnlineAnswer | null;
  note: OnlineNote | null;
  /** Whether it is so old that a payment unknown to its service will not come any more. */
  isOld: boolean;
}

const columns = sql`
  o.uuid, o.account, o.method, o.amount, o.gateway_id AS "gatewayId", o.checkout_url AS "checkoutUrl", o.answer,
  o.note, p.status, coalesce(p.package_name, 'Wallet top-up') AS item,
  p.created_at < now() - interval '1 hour' AS "isOld"`;

/** Reads a payment; undefined if it is not made online. */
export async function readOnline(db: Db, uuid: string): Promise<OnlineRow | undefined> {
  const { rows } = await sql<OnlineRow>`
    SELECT ${columns} FROM online_payment o JOIN payment_reference p ON p.uuid = o.uuid
    WHERE o.uuid = ${uuid}`.execute(db);
  return rows[0];
}

/**
 * SQL of whether the time of a payment's next check has come. One that is further away than any step is of a clock that was
 * ahead, and has come, too.
 */
const hasCome = (time: 'next_check_at' | 'refund_check_at', step: RawBuilder<unknown>) =>
  sql`(${sql.ref(time)} <= now() OR ${sql.ref(time)} > now() + ${step})`;
const LONGEST = sql`interval '1 hour'`;
const LONGEST_REFUND = sql`interval '7 days'`;

/**
 * Marks payments as asked now, in one statement, so that only one of several processes asks. The server's next check is
 * after a quarter of the payment's age, at least a minute and at most an hour.
 */
const claim = (which: RawBuilder<unknown>) => sql<OnlineRow>`
  UPDATE online_payment o SET checks = checks + 1, checked_at = clock_timestamp(),
    next_check_at = CASE WHEN next_check_at IS NOT NULL THEN
      now() + least(greatest((now() - p.created_at) * 0.25, interval '1 minute'), ${LONGEST}) END
  FROM payment_reference p
  WHERE p.uuid = o.uuid AND ${which} RETURNING ${columns}`;

/** Claims one unconfirmed payment that was not asked about within `every` milliseconds. */
export async function claimOne(db: Db, uuid: string, every: number): Promise<OnlineRow | undefined> {
  const { rows } = await claim(sql`o.uuid = ${uuid} AND p.status <> 'confirmed'
    AND (o.checked_at IS NULL OR o.checked_at <= clock_timestamp() - make_interval(secs => ${every / 1000})
      OR o.checked_at > clock_timestamp())`).execute(db);
  return rows[0];
}

/** Claims due payments, longest waiting first; other processes skip them. */
export async function claimDue(
  db: Db,
  methods: readonly OnlineMethod[],
  limit: number,
): Promise<OnlineRow[]> {
  const { rows } = await claim(sql`o.uuid = ANY (ARRAY(
    SELECT uuid FROM online_payment WHERE ${hasCome('next_check_at', LONGEST)} AND method = ANY (${methods})
    ORDER BY next_check_at LIMIT ${limit} FOR UPDATE SKIP LOCKED))`).execute(db);
  return rows;
}

/** How long refunds are checked after a payment began. */
const REFUND_DAYS = 180;

/**
 * Claims confirmed payments that may have been refunded, like `claimDue`. The next check is after a quarter of the
 * payment's age, at least an hour and at most a week. Unpaid ones are not checked again.
 */
export async function claimConfirmed(
  db: Db,
  methods: readonly OnlineMethod[],
  limit: number,
): Promise<OnlineRow[]> {
  const { rows } = await sql<OnlineRow>`
    UPDATE online_payment o SET
      checks = checks + (p.status = 'confirmed')::int,
      checked_at = CASE WHEN p.status = 'confirmed' THEN clock_timestamp() ELSE checked_at END,
      refund_check_at = CASE WHEN p.status IN ('confirmed', 'pending')
          AND p.created_at > now() - make_interval(days => ${REFUND_DAYS}) THEN
        now() + least(greatest((now() - p.created_at) * 0.25, interval '1 hour'), ${LONGEST_REFUND}) END
    FROM payment_reference p
    WHERE p.uuid = o.uuid AND o.uuid = ANY (ARRAY(
      SELECT uuid FROM online_payment WHERE ${hasCome('refund_check_at', LONGEST_REFUND)} AND method = ANY (${methods})
      ORDER BY refund_check_at LIMIT ${limit} FOR UPDATE SKIP LOCKED))
    RETURNING ${columns}`.execute(db);
  return rows.filter(({ status }) => status === 'confirmed');
}

interface Found {
  answer: OnlineAnswer;
  note?: OnlineNote | null;
  transaction?: string | null;
  paid?: number | null;
  /** It cannot change any more, whatever its age. */
  ended?: true;
}

/**
 * Records the result of a check, and stops the server's own checks when nothing can change any more: for a confirmed
 * payment, one cancelled or rejected a day ago, and one pending for a week, which is then left to staff.
 */
export async function writeFound(db: Db, uuid: string, found: Found): Promise<void> {
  const { answer, transaction, paid, ended = false } = found;
  const keep = (name: string, value: unknown) => (value === undefined ? sql.ref(`o.${name}`) : sql`${value}`);
  await sql`
    WITH looked AS (
      SELECT uuid, status,
        CASE WHEN ${ended} THEN true WHEN status = 'pending' THEN created_at < now() - interval '7 days'
          WHEN status = 'confirmed' THEN true ELSE decided_at < now() - interval '24 hours' END AS ended
      FROM payment_reference WHERE uuid = ${uuid}
    )
    UPDATE online_payment o SET answer = ${answer}, transaction = ${keep('transaction', transaction)},
      paid = ${keep('paid', paid)},
      note = coalesce(${keep('note', found.note)}, CASE WHEN l.ended AND l.status = 'pending' AND NOT ${ended} THEN 'unsettled' END),
      next_check_at = CASE WHEN NOT l.ended THEN o.next_check_at END
    FROM looked l WHERE o.uuid = l.uuid`.execute(db);
}
