import { type RawBuilder, sql } from 'kysely';
import { type AccountOverview, type Deactivated, OVERVIEW_DAYS } from '#schema/account.ts';
import { operators } from '#schema/phone.ts';
import type { Db } from '../../db/database.ts';
import { endSessionsOfAccount } from '../access/sessions.ts';
import { pricesOf } from '../money/pricing.ts';
import { withViberPrices } from '../money/viberPricing.ts';
import { audit } from '../platform/audit.ts';
import type { Caller } from '../platform/caller.ts';
import { containing, phoneStarts } from '../platform/likeness.ts';
import { invalidField, notFound, Problem } from '../platform/problem.ts';
import { pauseAll } from '../sending/pauseCampaigns.ts';

/** Campaigns of this account that hold money; matches the index campaign_holding. */
const holding = (account: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`campaign c WHERE c.account = ${account} AND c.status IN ('draft', 'preparing', 'scheduled', 'sending', 'paused')`;

/** SQL of the amount that an account's running campaigns hold from its wallet, in minor units. */
export const heldAmount = (account: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(SELECT coalesce(sum(c.cost - c.captured - c.released), 0)::bigint FROM ${holding(account)})`;

/**
 * SQL of the uuids of accounts whose name or PAN contains this text; with `byUsers`, for callers who may read users, also of
 * those one of whose users has it in the e-mail address or phone. With `most`, at most that many of each kind, in no
 * particular order.
 */
export function accountsLike(text: string, byUsers: boolean, most?: number): RawBuilder<unknown> {
  const pattern = containing(text);
  // One query per index: an OR over two tables would scan every account.
  const ofUsers = [
    sql`SELECT account FROM users WHERE email ILIKE ${pattern}`,
    ...phoneStarts(text).map((start) => sql`SELECT account FROM users WHERE phone LIKE ${start}`),
  ];
  const own = sql`SELECT uuid FROM account WHERE name ILIKE ${pattern} OR pan ILIKE ${pattern}`;
  return anyOf([own, ...(byUsers ? ofUsers : [])], most);
}

/** SQL of the combined rows of several queries, at most this many of each. */
export const anyOf = (queries: readonly RawBuilder<unknown>[], most?: number): RawBuilder<unknown> =>
  sql.join(
    queries.map((query) => (most === undefined ? query : sql`(${query} LIMIT ${most})`)),
    sql` UNION ALL `,
  );

/** Throws an error of the field `account` unless the account exists. */
export async function requireAccount(db: Db, account: unknown): Promise<void> {
  const { rows } = await sql`SELECT FROM account WHERE uuid = ${account}`.execute(db);
  if (rows.length === 0) throw invalidField('account', 'This account does not exist.');
}

/** The current state of an account. Throws `not_found`. */
export async function overviewOf(db: Db, account: string): Promise<AccountOverview> {
  type State = Pick<AccountOverview, 'held' | 'running' | 'parts' | 'kyc'>;
  const [{ rows }, { rows: days }, prices] = await Promise.all([
    sql<State>`
      SELECT ${heldAmount(sql`a.uuid`)} AS held, (SELECT count(*) FROM ${holding(sql`a.uuid`)}) AS running,
        (SELECT coalesce(sum(remaining), 0)::bigint FROM account_package p
         WHERE p.account = a.uuid AND remaining > 0 AND expires_at > now()) AS parts,
        (SELECT uuid FROM kyc k WHERE k.account = a.uuid) AS kyc
      FROM account a WHERE a.uuid = ${account}`.execute(db),
    sql<AccountOverview['days'][0]>`
      SELECT d.day::date AS day, coalesce(sum(sent), 0)::int AS sent, coalesce(sum(test), 0)::int AS test,
        coalesce(sum(delivered), 0)::int AS delivered, coalesce(sum(failed), 0)::int AS failed,
        coalesce(sum(parts), 0)::int AS parts, coalesce(sum(amount), 0) AS amount
      FROM generate_series(nepal_day(now()) - ${OVERVIEW_DAYS - 1}::int, nepal_day(now()), interval '1 day') AS d(day)
      LEFT JOIN daily_use u ON u.account = ${account} AND u.day = d.day
      GROUP BY 1 ORDER BY 1`.execute(db),
    pricesOf(db, account, operators),
  ]);
  if (!rows[0]) throw notFound();
  const priced = [...prices].map(([operator, { price }]) => ({ operator, price }));
  const sorted = priced.sort((a, b) => a.price - b.price);
  return { ...rows[0], prices: await withViberPrices(db, account, sorted), days };
}

interface Found {
  name: string;
  is_active: boolean;
  is_provider: boolean;
}

async function lockAccount(trx: Db, uuid: string): Promise<Found> {
  const { rows } = await sql<Found>`
    SELECT name, is_active, is_provider FROM account WHERE uuid = ${uuid} FOR NO KEY UPDATE`.execute(trx);
  if (!rows[0]) throw notFound();
  return rows[0];
}

/**
 * Blocks sign-in for an account's users, signs them out at once and pauses its sending, in the caller's transaction. What a
 * worker has in flight is still sent. Throws `not_found`, and `conflict` for the provider's own account and if it is
 * already inactive.
 */
export async function deactivate(trx: Db, caller: Caller, uuid: string): Promise<Deactivated> {
  // Lock campaigns before their account, in the same order as settling.
  const paused = await pauseAll(trx, uuid);
  const { name, is_active, is_provider } = await lockAccount(trx, uuid);
  if (is_provider || uuid === caller.account) {
    throw new Problem('conflict', 'This is the provider\u2019s own account. It cannot be deactivated.');
  }
  if (!is_active) throw new Problem('conflict', 'This account is already inactive. Nothing was changed.');
  await sql`UPDATE account SET is_active = false WHERE uuid = ${uuid}`.execute(trx);
  const done = { signed_out: await endSessionsOfAccount(trx, uuid), paused };
  await audit(trx, caller, {
    action: 'deactivate',
    entity: 'admin/accounts',
    record: uuid,
    account: uuid,
    title: name,
    before: { is_active: true },
    after: { is_active: false, ...done },
  });
  return done;
}

/**
 * Allows the users of an account to sign in again, in the caller's transaction. Paused campaigns stay paused until somebody
 * resumes them. Throws `not_found`, and `conflict` if it is already active.
 */
export async function activate(trx: Db, caller: Caller, uuid: string): Promise<void> {
  const { name, is_active } = await lockAccount(trx, uuid);
  if (is_active) throw new Problem('conflict', 'This account is already active. Nothing was changed.');
  await sql`UPDATE account SET is_active = true WHERE uuid = ${uuid}`.execute(trx);
  // A session that was just being started when the account was deactivated must not become valid.
  await endSessionsOfAccount(trx, uuid);
  await audit(trx, caller, {
    action: 'activate',
    entity: 'admin/accounts',
    record: uuid,
    account: uuid,
    title: name,
    before: { is_active: false },
    after: { is_active: true },
  });
}
