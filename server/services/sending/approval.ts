import { type RawBuilder, sql } from 'kysely';
import type { Plan } from '#schema/compose.ts';
import type { WaitsFor } from '#schema/waitsFor.ts';
import type { Db } from '../../db/database.ts';
import { pipelined } from '../../db/pipelined.ts';
import { prepared } from '../../db/preparedStatements.ts';
import { managesTeam } from '../access/teamManagers.ts';
import { Problem } from '../platform/problem.ts';
import { readSettings } from '../platform/providerSettings.ts';
import { countApprovedDay, countDecidedDay } from './dailyCap.ts';
import { campaignDay, campaignDayAt, leavingDay } from './leavingDay.ts';
import { requireUrgentDay } from './urgentLimits.ts';

/**
 * Who may have to approve a campaign: a colleague of its creator above the account's own limit, then the provider's staff
 * above theirs. Each has a limit of recipients a day and counts what is sent without its approval.
 */
type Approver = 'colleague' | 'staff';
/** In the order in which their days are locked. */
const approvers: readonly Approver[] = ['colleague', 'staff'];

const days = { colleague: sql.table('colleague_day'), staff: sql.table('unapproved_day') };

/** SQL that tells whether a campaign of the table `campaign` counts towards each approver's days. */
const counts: Record<Approver, RawBuilder<boolean>> = {
  colleague: sql`(NOT trial AND needs_colleague IS FALSE)`,
  // Without the column, a process of the previous version has accepted it.
  staff: sql`(NOT trial AND NOT coalesce(needs_staff, status = 'draft' OR decided_at IS NOT NULL))`,
};
const bothCounts = sql`${counts.colleague} AS colleague, ${counts.staff} AS staff`;

/** SQL of whose approval a campaign waits for (takes its alias): a colleague's first, then the provider's; null: none. */
export const waitsFor = (campaign: string): RawBuilder<WaitsFor | null> => {
  const of = (column: string) => sql.ref(`${campaign}.${column}`);
  return sql<WaitsFor | null>`CASE WHEN ${of('status')} = 'draft' THEN
    CASE WHEN ${of('needs_colleague')} AND ${of('colleague_at')} IS NULL THEN 'colleague' ELSE 'provider' END END`;
};

/** SQL that tells whether a campaign (takes its alias) has ended because somebody rejected it. */
export const notApproved = (campaign: string): RawBuilder<boolean> => {
  const of = (column: string) => sql.ref(`${campaign}.${column}`);
  return sql<boolean>`(${of('status')} = 'failed' AND coalesce(${of('decided_at')}, ${of('colleague_at')}) IS NOT NULL)`;
};

/** The most recipients a day that are sent without an approver; null: no limit. */
async function limitOf(db: Db, approver: Approver, account: string): Promise<number | null> {
  if (approver === 'staff') return (await readSettings(db)).approval_above ?? null;
  const { rows } = await sql<{ above: number | null }>`${prepared}
    SELECT colleague_approval_above AS above FROM account WHERE uuid = ${account}`.execute(db);
  return rows[0]?.above ?? null;
}

/** Whether the campaigns of a user may need a colleague: not those of who manages the team, nor of staff. */
async function hasColleagues(db: Db, user: string): Promise<boolean> {
  const { rows } = await sql`${prepared}
    SELECT FROM users u WHERE u.uuid = ${user} AND u.role = 'customer' AND NOT ${managesTeam('u')}`.execute(
    db,
  );
  return rows.length > 0;
}

/** A campaign that is compared with the limits. */
export interface Requested {
  account: string;
  /** Its creator. */
  user: string;
  recipients: number;
  scheduledAt: string | null;
}

/**
 * Whether a campaign would need approval, with the numbers compared for each approver with a limit. Only a forecast:
 * `countUnapproved` decides.
 */
export async function forecastApproval(
  db: Db,
  { account, user, recipients, scheduledAt }: Requested,
): Promise<Pick<Plan, 'needs_approval' | 'approval' | 'colleague_approval'>> {
  const forecast = async (approver: Approver): Promise<NonNullable<Plan['approval']> | null> => {
    const above = await limitOf(db, approver, account);
    if (above === null) return null;
    const { rows } = await sql<{ day: string; counted: number }>`
      SELECT d.day::text AS day, coalesce(u.recipients, 0) AS counted
      FROM (SELECT ${leavingDay(scheduledAt)} AS day) d
      LEFT JOIN ${days[approver]} u ON u.account = ${account} AND u.day = d.day`.execute(db);
    const { day, counted } = rows[0] as (typeof rows)[0];
    return { above, day, total: Number(counted) + recipients };
  };
  const approval = await forecast('staff');
  const colleague = (await hasColleagues(db, user)) ? await forecast('colleague') : null;
  const isNeeded = [approval, colleague].some((one) => one !== null && one.total > one.above);
  return { needs_approval: isNeeded, approval, colleague_approval: colleague };
}

/**
 * Counts recipients towards an approver's day and returns true. If the day's total would exceed the limit, counts nothing
 * and returns false. One statement compares and counts, so that two concurrent campaigns cannot both take the same room.
 * `limit`: the approver's, if the transaction has read it.
 */
async function takeRoom(
  trx: Db,
  approver: Approver,
  { account, recipients, day }: Pick<Requested, 'account' | 'recipients'> & { day: RawBuilder<unknown> },
  limit?: number | null,
): Promise<boolean> {
  const above = limit === undefined ? await limitOf(trx, approver, account) : limit;
  if (above !== null && recipients > above) return false;
  const { rows } = await sql`${prepared}
    INSERT INTO ${days[approver]} AS u (account, day, recipients)
    VALUES (${account}, ${day}, ${recipients})
    ON CONFLICT (account, day) DO UPDATE SET recipients = u.recipients + excluded.recipients
      WHERE ${above}::bigint IS NULL OR u.recipients + excluded.recipients <= ${above}::bigint
    RETURNING 1`.execute(trx);
  return rows.length > 0;
}

/** Whose approval a campaign needs. `colleague` is null if it does not count towards that limit. */
export interface Needs {
  colleague: boolean | null;
  staff: boolean;
}

/** Counts a campaign towards its day, in the accepting transaction, and returns whose approval it needs. */
export async function countUnapproved(
  trx: Db,
  { account, user, recipients, scheduledAt }: Requested,
): Promise<Needs> {
  const counted = { account, recipients, day: leavingDay(scheduledAt) };
  const [isLimited, ...limits] = await pipelined(
    trx,
    (db) => hasColleagues(db, user),
    (db) => limitOf(db, 'colleague', account),
    (db) => limitOf(db, 'staff', account),
  );
  const [hasColleague, hasStaff] = await pipelined(
    trx,
    async (db) => isLimited && takeRoom(db, 'colleague', counted, limits[0]),
    (db) => takeRoom(db, 'staff', counted, limits[1]),
  );
  return { colleague: isLimited ? !hasColleague : null, staff: !hasStaff };
}

type Counts = Record<Approver, boolean>;

/** Whose day has no room for a campaign that counts towards it; undefined if all have, and then it is counted. */
async function fullDay(
  trx: Db,
  campaign: Counts,
  counted: Parameters<typeof takeRoom>[2],
): Promise<Approver | undefined> {
  for (const approver of approvers) {
    if (campaign[approver] && !(await takeRoom(trx, approver, counted))) return approver;
  }
  return undefined;
}

const today = sql`nepal_day(now())`;

const NO_ROOM_TODAY = {
  staff:
    'With this campaign, more messages would be sent today than your provider allows without approval. Resume it on another day, or cancel it and send it again.',
  colleague:
    'With this campaign, more messages would be sent today than your account allows without the approval of a colleague. Resume it on another day, or cancel it and send it again.',
};

const NO_ROOM_THEN = {
  staff:
    'With this campaign, more messages would be sent on that day than your provider allows without approval. Choose another day.',
  colleague:
    'With this campaign, more messages would be sent on that day than your account allows without the approval of a colleague. Choose another day.',
};

/** From now on today is the day of what is left of a campaign, also when it is cancelled, or resumed once more. */
const makeToday = (trx: Db, campaign: string) =>
  sql`UPDATE campaign SET scheduled_at = now(), sent_before = recipients - cancelled - queued
    WHERE uuid = ${campaign}`.execute(trx);

/** What is left of a campaign of an earlier day, which the caller has locked. */
async function leftOfPast(
  trx: Db,
  campaign: string,
): Promise<(Counts & { account: string; recipients: number }) | undefined> {
  const { rows } = await sql<Counts & { account: string; recipients: number }>`
    SELECT account, queued AS recipients, ${bothCounts} FROM campaign
    WHERE uuid = ${campaign} AND queued > 0 AND ${campaignDay} < ${today}`.execute(trx);
  return rows[0];
}

/**
 * Counts the rest of a campaign that is resumed on a later day towards today, and makes today its day; otherwise paused
 * campaigns of many days could be sent on one. Throws `conflict` if today has no room. Must be called last, like
 * `uncountCancelled`: the daily cap needs the former day.
 */
export async function countResumed(trx: Db, campaign: string): Promise<void> {
  const left = await leftOfPast(trx, campaign);
  if (!left) return;
  const full = await fullDay(trx, left, { ...left, day: today });
  if (full) throw new Problem('conflict', NO_ROOM_TODAY[full]);
  await requireUrgentDay(trx, campaign, today);
  await makeToday(trx, campaign);
}

/**
 * The same for one that staff approve or resume, beyond any limit: they decide knowingly, and what its account sends
 * afterwards finds less room. Locks the account, before its days.
 */
export async function countDecided(trx: Db, campaign: string): Promise<void> {
  const left = await leftOfPast(trx, campaign);
  if (!left) return;
  await countDecidedDay(trx, campaign);
  for (const approver of approvers.filter((one) => left[one]))
    await takeRoom(trx, approver, { ...left, day: today }, null);
  await makeToday(trx, campaign);
}

/**
 * Counts a campaign that a colleague approves on a later day than it counts towards to today, in the transaction that has
 * its account locked. Returns whether staff must approve it now: it needs them, or their day has no more room for it. Throws
 * `conflict` if the daily cap has none.
 */
export async function countApproved(trx: Db, campaign: string): Promise<boolean> {
  const { rows } = await sql<Counts & { account: string; queued: number; past: boolean }>`
    SELECT account, queued, ${campaignDay} < ${today} AS past, ${bothCounts}
    FROM campaign WHERE uuid = ${campaign}`.execute(trx);
  const { account, queued: recipients, past, staff } = rows[0] as (typeof rows)[0];
  if (!staff || !past) return !staff;
  if (!(await takeRoom(trx, 'staff', { account, recipients, day: today }))) return true;
  await countApprovedDay(trx, campaign);
  await requireUrgentDay(trx, campaign, today);
  await makeToday(trx, campaign);
  return false;
}

/** What a campaign has counted towards its day, if it did; read before it is ended. */
export interface Counted extends Counts {
  account: string;
  day: string;
  cancelled: number;
}

/** The day and number that were counted, and towards whose. The caller has the campaign locked. */
export async function countedOf(trx: Db, campaign: string): Promise<Counted | undefined> {
  const { rows } = await sql<Counted>`
    SELECT account, ${campaignDay}::text AS day, cancelled, ${bothCounts}
    FROM campaign WHERE uuid = ${campaign}`.execute(trx);
  return rows[0];
}

/**
 * Subtracts a campaign's cancelled messages from its day's totals, because they are never sent. Last in the transaction,
 * after the account's lock, which accepting also takes first. Processes of the previous version counted nothing, so the
 * total never goes below zero.
 */
export async function uncountCancelled(trx: Db, campaign: string, before: Counted): Promise<void> {
  for (const approver of approvers.filter((one) => before[one])) {
    await sql`
      UPDATE ${days[approver]} u SET recipients = greatest(0, u.recipients - (c.cancelled - ${before.cancelled}))
      FROM campaign c
      WHERE c.uuid = ${campaign} AND u.account = ${before.account} AND u.day = ${before.day}::date`.execute(
      trx,
    );
  }
}

/**
 * Moves what a campaign whose sending has not started has counted to the day of its new time, in the transaction that
 * changes it and has its account locked. Throws `conflict` if that day has no room. A draft without a time stays on the day
 * on which it was accepted until it is approved (`countApproved`, `countDecided`).
 */
export async function moveCounted(trx: Db, campaign: string, scheduledAt: string | null): Promise<void> {
  const { rows } = await sql<
    Counts & { account: string; day: string; next: string; past: boolean; queued: number }
  >`
    SELECT *, next < ${today}::text AS past FROM (
      SELECT account, queued, ${campaignDay}::text AS day, ${bothCounts}, ${campaignDayAt(scheduledAt)}::text AS next
      FROM campaign WHERE uuid = ${campaign}) c`.execute(trx);
  const [counted] = rows;
  if (!counted || counted.day === counted.next) return;
  const { account, day, next, past, queued: recipients } = counted;
  for (const approver of approvers.filter((one) => counted[one])) {
    await sql`
      UPDATE ${days[approver]} SET recipients = greatest(0, recipients - ${recipients})
      WHERE account = ${account} AND day = ${day}::date`.execute(trx);
  }
  if (past) return;
  const full = await fullDay(trx, counted, { account, recipients, day: sql`${next}::date` });
  if (full) throw new Problem('conflict', NO_ROOM_THEN[full]);
}
