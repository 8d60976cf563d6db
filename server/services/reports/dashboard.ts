import { sql } from 'kysely';
import {
  type Attention,
  DASHBOARD_DAYS,
  type Dashboard,
  EXPIRING_DAYS,
  LOW_BALANCE,
  LOW_DAYS,
  REJECTED_DAYS,
} from '#schema/dashboard.ts';
import { kycSubmit } from '#schema/kyc.ts';
import { allows, balancePair, isStaff, type Pair } from '#schema/permissions.ts';
import type { Operator } from '#schema/phone.ts';
import { startChannel } from '#schema/startChannel.ts';
import type { Db } from '../../db/database.ts';
import type { Caller } from '../platform/caller.ts';
import { takesViber } from '../sending/viberIdentities.ts';
import { onboardingOf } from './onboarding.ts';

const SENDS: Pair = ['bulk-sms', 'post'];

type Use = NonNullable<Dashboard['use']>;
type Senders = NonNullable<Dashboard['senders']>;
type Totals = Omit<Use['days'][number], 'day'>;

interface DayRow extends Totals {
  day: string;
  operator: Operator;
  in_month: boolean;
  in_series: boolean;
}

const none = { sent: 0, test: 0, delivered: 0, failed: 0, parts: 0, amount: 0 };

/** Amounts have four decimals; sums of doubles are rounded back to them. */
const exact = (amount: number): number => Math.round(amount * 10_000) / 10_000;

const sum = (rows: readonly Totals[]): typeof none =>
  rows.reduce<typeof none>(
    (all, row) => ({
      sent: all.sent + row.sent,
      test: all.test + (row.test ?? 0),
      delivered: all.delivered + row.delivered,
      failed: all.failed + row.failed,
      parts: all.parts + row.parts,
      amount: exact(all.amount + row.amount),
    }),
    none,
  );

/** The account's use and sending: this month, by day, and by operator. */
async function usageOf(db: Db, account: string): Promise<Use> {
  const { rows: calendar } = await sql<{ day: string; today: string; from: string }>`
    SELECT day::date AS day, nepal_day(now()) AS today, date_trunc('month', nepal_day(now()))::date AS "from"
    FROM generate_series(nepal_day(now()) - ${DASHBOARD_DAYS - 1}::int, nepal_day(now()), interval '1 day') AS day
    ORDER BY 1`.execute(db);
  const { today, from } = calendar[0] as (typeof calendar)[0];
  const first = (calendar[0] as (typeof calendar)[0]).day;
  const { rows } = await sql<DayRow>`
    SELECT day, operator, sent, test, delivered, failed, parts, amount,
      day >= ${from}::date AS in_month, day >= ${first}::date AS in_series
    FROM daily_use
    WHERE account = ${account} AND day >= least(${from}::date, ${first}::date) AND day <= ${today}::date`.execute(
    db,
  );
  const series = rows.filter((row) => row.in_series);
  const names = [...new Set(series.map((row) => row.operator))];
  return {
    month: { from, until: today, ...sum(rows.filter((row) => row.in_month)) },
    days: calendar.map(({ day }) => ({ day, ...sum(series.filter((row) => row.day === day)) })),
    operators: names
      .map((operator) => ({ operator, ...sum(series.filter((row) => row.operator === operator)) }))
      .sort((a, b) => b.sent - a.sent || a.operator.localeCompare(b.operator)),
  };
}

interface State {
  balance: number;
  credit_limit: number;
  kyc: Dashboard['kyc'];
  running: number;
  any_campaign: boolean;
  parts: number;
  next_expiry: string | null;
  expiring: number;
  pending: number;
  pending_amount: number;
  rejected: { uuid: string; amount: number; reason: string | null } | null;
  approved_senders: number;
  pending_senders: number;
  approved_viber: number;
}

async function stateOf(db: Db, account: string): Promise<State> {
  const { rows } = await sql<State>`
    SELECT a.balance, a.credit_limit, a.kyc_status AS kyc, campaigns.running,
      EXISTS (SELECT FROM campaign WHERE account = a.uuid AND NOT trial) AS any_campaign,
      packages.parts, packages.next_expiry, packages.expiring, topups.pending, topups.pending_amount,
      (SELECT json_build_object('uuid', uuid, 'amount', amount, 'reason', reason)
       FROM (SELECT * FROM payment_reference WHERE account = a.uuid AND kind = 'topup' AND status <> 'cancelled'
             ORDER BY uuid DESC LIMIT 1) last
       WHERE status = 'rejected' AND decided_at > now() - make_interval(days => ${REJECTED_DAYS})) AS rejected,
      senders.approved AS approved_senders, senders.pending AS pending_senders,
      (SELECT count(*) FROM viber_identity WHERE account = a.uuid AND status = 'approved') AS approved_viber
    FROM account a
    CROSS JOIN LATERAL (
      SELECT count(*) AS running FROM campaign
      WHERE account = a.uuid AND status IN ('preparing', 'sending', 'paused')) campaigns
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(remaining), 0)::bigint AS parts, min(expires_at) AS next_expiry,
        coalesce(sum(remaining) FILTER (WHERE expires_at < now() + make_interval(days => ${EXPIRING_DAYS})), 0)::bigint
          AS expiring
      FROM account_package WHERE account = a.uuid AND remaining > 0 AND expires_at > now()) packages
    CROSS JOIN LATERAL (
      SELECT count(*) AS pending, coalesce(sum(amount), 0)::bigint AS pending_amount FROM payment_reference
      WHERE account = a.uuid AND kind = 'topup' AND status = 'pending') topups
    CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE status = 'approved') AS approved, count(*) FILTER (WHERE status = 'pending') AS pending
      FROM sender_identity WHERE account = a.uuid) senders
    WHERE a.uuid = ${account}`.execute(db);
  return rows[0] as State;
}

/**
 * The threshold of a low balance: LOW_BALANCE, or LOW_DAYS days of average spending. If packages hold enough parts for as
 * many days, no balance is low; `parts` is 0 for an account that can send only over Viber, for which they do not pay.
 * `left` is balance and credit. In minor units; null if it does not apply.
 */
function lowBelow(left: number, parts: number, days: readonly Totals[]): number | null {
  const { amount, parts: used } = sum(days);
  const threshold = Math.max(LOW_BALANCE, Math.ceil((amount / DASHBOARD_DAYS) * LOW_DAYS));
  const enoughParts = parts > 0 && parts >= (used / DASHBOARD_DAYS) * LOW_DAYS;
  return left < threshold && !enoughParts ? threshold : null;
}

function attentionOf(
  state: State,
  days: readonly Totals[],
  senders: Senders | null,
  hasPermission: (pair: Pair) => boolean,
): Attention[] {
  const { kyc, rejected, balance, credit_limit, expiring, next_expiry } = state;
  const list: Attention[] = [];
  if (hasPermission(kycSubmit)) {
    if (kyc === 'rejected') list.push({ code: 'kyc_rejected' });
    if (kyc === 'none') list.push({ code: 'kyc_missing' });
  }
  if (hasPermission(balancePair)) {
    if (rejected) list.push({ code: 'topup_rejected', ...rejected });
    const parts = senders && startChannel(senders) === 'viber' ? 0 : state.parts;
    const threshold = lowBelow(balance + credit_limit, parts, days);
    if (threshold !== null) list.push({ code: 'low_balance', balance, threshold });
  }
  if (expiring > 0 && next_expiry && hasPermission(['package-active', 'get'])) {
    list.push({ code: 'package_expiring', parts: expiring, expires_at: next_expiry });
  }
  const hasSender = senders && (senders.approved || senders.pending || senders.viber);
  if (!hasSender && hasPermission(SENDS)) list.push({ code: 'no_sender' });
  return list;
}

/** With which names the account can send, or will be able to. */
async function sendersOf(db: Db, account: string, state: State): Promise<Senders> {
  const { approved_senders: approved, pending_senders: pending, approved_viber } = state;
  const isUsable = approved_viber > 0 && (await takesViber(db, account));
  return { approved, pending, viber: isUsable ? approved_viber : 0 };
}

/** A customer's dashboard, as far as the caller's pairs allow. Staff have no tasks here. */
export async function dashboardOf(db: Db, { account, role, pairs }: Caller): Promise<Dashboard> {
  const hasPermission = (pair: Pair) => allows(pairs, pair);
  const [state, use] = await Promise.all([stateOf(db, account), usageOf(db, account)]);
  const isAsked = hasPermission(SENDS) || (!isStaff(role) && hasPermission(balancePair));
  const senders = isAsked ? await sendersOf(db, account, state) : null;
  const isNew = !isStaff(role) && !state.any_campaign && hasPermission(['campaign-list', 'get']);
  return {
    balance: hasPermission(balancePair) ? state.balance : null,
    kyc: state.kyc,
    use: hasPermission(['credit-daily-consumption', 'get']) ? use : null,
    onboarding: isNew ? await onboardingOf(db, account) : null,
    campaigns: hasPermission(['campaign-list', 'get'])
      ? { running: state.running, any: state.any_campaign }
      : null,
    packages: hasPermission(['package-active', 'get'])
      ? { parts: state.parts, next_expiry: state.next_expiry }
      : null,
    topups: hasPermission(['topup-list', 'get'])
      ? { pending: state.pending, amount: state.pending_amount }
      : null,
    senders: hasPermission(SENDS) ? senders : null,
    attention: isStaff(role) ? [] : attentionOf(state, use.days, senders, hasPermission),
  };
}
