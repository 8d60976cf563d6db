import { type RawBuilder, sql } from 'kysely';
import type { Plan } from '#schema/compose.ts';
import type { Db } from '../../db/database.ts';
import { prepared } from '../../db/preparedStatements.ts';
import { invalidField, Problem } from '../platform/problem.ts';
import { campaignDay, campaignDayAt, leavingDay } from './leavingDay.ts';

interface Room {
  day: string;
  /** The account's limit or the user's own, whichever leaves less room; null without any. */
  cap: number | null;
  /** Recipients that count towards the day and that limit already. */
  counted: number;
  /** The limit is the user's own. */
  own: boolean;
}

const roomOf = (user: string, scheduledAt: string | null): RawBuilder<Room> => sql<Room>`
    SELECT d.day::text AS day, l.cap, l.counted, l.own
    FROM users u JOIN account a ON a.uuid = u.account, (SELECT ${leavingDay(scheduledAt)} AS day) d, LATERAL (
      SELECT coalesce(sum(c.recipients), 0)::bigint AS all,
        coalesce(sum(c.recipients) FILTER (WHERE c."user" = u.uuid), 0)::bigint AS mine
      FROM accepted_day c WHERE c.account = a.uuid AND c.day = d.day) n, LATERAL (
      VALUES (a.daily_cap, n.all, false), (u.daily_cap, n.mine, true)) AS l(cap, counted, own)
    WHERE u.uuid = ${user} ORDER BY l.cap - l.counted NULLS LAST LIMIT 1`;

/** How a campaign to `recipients` compares with the daily cap of its account or user; null without one. Only a forecast. */
export async function forecastCap(
  db: Db,
  user: string,
  recipients: number,
  scheduledAt: string | null,
): Promise<NonNullable<Plan['daily_cap']> | null> {
  const { rows } = await sql<Room>`${prepared} ${roomOf(user, scheduledAt)}`.execute(db);
  const { day, cap, counted, own } = rows[0] as Room;
  return cap === null ? null : { cap, day, total: counted + recipients, own };
}

/** What counts towards a day. */
interface Counted {
  account: string;
  /** The campaign's creator. */
  user: string;
  recipients: number;
  scheduledAt: string | null;
}

/** Counts if there is room, or `anyway`; otherwise returns what there is. The caller has the account locked. */
async function take(
  trx: Db,
  { account, user, recipients, scheduledAt }: Counted,
  anyway = false,
): Promise<Room | undefined> {
  const { rows } = await sql<Room & { taken: boolean }>`${prepared}
    WITH room AS MATERIALIZED (${roomOf(user, scheduledAt)}), taken AS (
      INSERT INTO accepted_day AS d (account, day, "user", recipients)
      SELECT ${account}, day::date, ${user}, ${recipients} FROM room
      WHERE ${anyway}::boolean OR cap IS NULL OR counted + ${recipients} <= cap
      ON CONFLICT (account, day, "user") DO UPDATE SET recipients = d.recipients + excluded.recipients
      RETURNING 1
    )
    SELECT *, EXISTS (SELECT FROM taken) AS taken FROM room`.execute(trx);
  const { taken, ...room } = rows[0] as (typeof rows)[0];
  return taken ? undefined : room;
}

/**
 * Counts a campaign towards its day, in the accepting transaction, which has the account locked. Throws an error of
 * `recipients` if the account or the user would send more on that day than they may; nothing is counted then.
 */
export async function countAccepted(trx: Db, counted: Counted): Promise<void> {
  const full = await take(trx, counted);
  if (!full) return;
  throw invalidField(
    'recipients',
    full.own
      ? `You can send ${full.cap} messages a day, and ${full.counted} are already accepted for ${full.day}. Nothing was sent or charged. Choose another day, or ask an owner of your account for a higher limit.`
      : `Your account can send ${full.cap} messages a day, and ${full.counted} are already accepted for ${full.day}. Nothing was sent or charged. Choose another day, or ask your provider for a higher limit.`,
  );
}

/**
 * Counts the rest of a campaign of an earlier day towards today. Locks the account. Throws `conflict` with the text `full` if
 * it has no room; without one it counts anyway.
 */
async function countToday(trx: Db, campaign: string, full?: string): Promise<void> {
  const { rows } = await sql<{ account: string; user: string; queued: number }>`
    SELECT account, "user", queued FROM campaign
    WHERE uuid = ${campaign} AND NOT trial AND queued > 0 AND ${campaignDay} < nepal_day(now())`.execute(trx);
  const [left] = rows;
  if (!left) return;
  const { account, user, queued: recipients } = left;
  await sql`SELECT FROM account WHERE uuid = ${account} FOR NO KEY UPDATE`.execute(trx);
  const room = await take(trx, { account, user, recipients, scheduledAt: null }, full === undefined);
  if (room && full) throw new Problem('conflict', full);
}

/** The same for one that is resumed. */
export const countResumedDay = (trx: Db, campaign: string): Promise<void> =>
  countToday(
    trx,
    campaign,
    'With this campaign, your account would send more messages today than its daily limit. Resume it on another day, or ask your provider for a higher limit.',
  );

/** The same for one that a colleague approves. */
export const countApprovedDay = (trx: Db, campaign: string): Promise<void> =>
  countToday(
    trx,
    campaign,
    'With this campaign, your account would send more messages today than its daily limit. Approve it on another day, or ask your provider for a higher limit.',
  );

/** The same for one that staff approve or resume, whom no cap stops. */
export const countDecidedDay = (trx: Db, campaign: string): Promise<void> => countToday(trx, campaign);

/**
 * Subtracts the messages that ending a campaign has cancelled; `cancelled` were so before. Last in the transaction. Locks the
 * account, like all that changes its days: a free campaign ends without it.
 */
export async function uncountEnded(trx: Db, campaign: string, cancelled: number): Promise<void> {
  await sql`
    SELECT FROM account WHERE uuid = (SELECT account FROM campaign WHERE uuid = ${campaign}) FOR NO KEY UPDATE`.execute(
    trx,
  );
  await sql`
    UPDATE accepted_day d SET recipients = greatest(0, d.recipients - (c.cancelled - ${cancelled}))
    FROM (SELECT account, "user", cancelled, ${campaignDay} AS day FROM campaign
          WHERE uuid = ${campaign} AND NOT trial) c
    WHERE d.account = c.account AND d.day = c.day AND d."user" = c."user"`.execute(trx);
}

/**
 * Moves a campaign that is not sent yet to the day of its new time, in the transaction that changes it and has its account
 * locked. Throws `conflict` if that day has no room.
 */
export async function moveAccepted(trx: Db, campaign: string, scheduledAt: string | null): Promise<void> {
  const { rows } = await sql<
    Pick<Counted, 'account' | 'user'> & { day: string; next: string; past: boolean; queued: number }
  >`
    SELECT *, next < nepal_day(now())::text AS past FROM (
      SELECT account, "user", queued, ${campaignDay}::text AS day, ${campaignDayAt(scheduledAt)}::text AS next
      FROM campaign WHERE uuid = ${campaign} AND NOT trial) c`.execute(trx);
  const [moved] = rows;
  if (!moved || moved.day === moved.next) return;
  const { account, user, day, queued: recipients } = moved;
  await sql`
    UPDATE accepted_day SET recipients = greatest(0, recipients - ${recipients})
    WHERE account = ${account} AND day = ${day}::date AND "user" = ${user}`.execute(trx);
  if (moved.past || !(await take(trx, { account, user, recipients, scheduledAt }))) return;
  throw new Problem(
    'conflict',
    'With this campaign, your account would send more messages on that day than its daily limit. Choose another day, or ask your provider for a higher limit.',
  );
}
