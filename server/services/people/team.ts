import { type RawBuilder, sql } from 'kysely';
import { allows, isStaff, managesTeamPair, type Pair, pairsOf } from '#schema/permissions.ts';
import { type Colleague, INVITATIONS_HOURLY, TEAM_MAX } from '#schema/team.ts';
import { type TeamRole, teamRoleNames, teamRoleOf, teamRoles } from '#schema/teamRoles.ts';
import type { Db } from '../../db/database.ts';
import { missingPairs, type UserState, userState } from '../access/actOnUser.ts';
import { counterKey, countOne } from '../access/requestCounts.ts';
import { managesTeam } from '../access/teamManagers.ts';
import { takeMailQuota } from '../mail/mailQuota.ts';
import { audit } from '../platform/audit.ts';
import type { Caller } from '../platform/caller.ts';
import { forbidden, invalidField, notFound, Problem } from '../platform/problem.ts';
import { asJson, inviteUser, type Rules, updateUser } from './users.ts';

/** Owners have no list of their own, so that they also get what a later version adds. */
const pairsFor = (role: TeamRole): readonly Pair[] | null => (role === 'owner' ? null : teamRoles[role]);

/** SQL of the team role of user `t`. Lists are stored sorted (`asJson`), so equal ones are equal. */
export const teamRole: RawBuilder<unknown> = sql`CASE WHEN t.ui_permissions IS NULL THEN 'owner' ${sql.join(
  teamRoleNames.map((role) => sql`WHEN t.ui_permissions = ${asJson(teamRoles[role])} THEN ${role}::text`),
  sql` `,
)} ELSE 'custom' END`;

/**
 * Locks and returns a user of the caller's own account whom the caller may manage: nobody with more permissions. Throws
 * `not_found` and `forbidden`.
 */
async function actOnColleague(trx: Db, caller: Caller, uuid: string): Promise<UserState> {
  const user = await userState(trx, uuid);
  if (user.account !== caller.account || isStaff(user.role)) throw notFound();
  if (isStaff(caller.role)) throw forbidden();
  if (missingPairs(pairsOf(user), caller.pairs).length > 0) {
    throw new Problem(
      'forbidden',
      'This colleague has more permissions than you. Ask an owner to make the change.',
    );
  }
  return user;
}

/** Throws if a change would leave nobody in the account who can manage its team and sign in. */
async function keepAnOwner(
  trx: Db,
  _: Caller,
  uuid: string,
  before: UserState,
  after: UserState,
): Promise<void> {
  const manages = (state: UserState) => state.is_active && allows(pairsOf(state), managesTeamPair);
  if (!manages(before) || manages(after)) return;
  const { rows } = await sql`
    SELECT FROM users u WHERE u.account = ${before.account} AND u.uuid <> ${uuid} AND ${managesTeam('u')} LIMIT 1`.execute(
    trx,
  );
  if (rows.length > 0) return;
  const sentence = 'This is the last active owner of the account. Make another colleague an owner first.';
  const field = after.is_active ? 'role' : 'is_active';
  throw new Problem('conflict', sentence, { errors: { [field]: [sentence] } });
}

const rules: Rules = { manages: managesTeamPair, act: actOnColleague, keep: keepAnOwner };

const unnamed = () => invalidField('role', 'Choose one of the roles.');

const HOUR = 3_600_000;

/**
 * Counts an invitation of the caller's account before it is tried, outside its transaction: the answer tells whether the
 * address has a user, so refused ones count, too. Throws `too_many_requests` with the seconds to wait in
 * `data.retry_after`.
 */
export async function takeInvitationTry(db: Db, { account }: Caller): Promise<void> {
  const { n, ms } = await countOne(db, counterKey('team-invitation', account), HOUR);
  if (n <= INVITATIONS_HOURLY) return;
  throw new Problem(
    'too_many_requests',
    `Your account has invited too many people within an hour. Try again in ${Math.max(1, Math.ceil(ms / 60_000))} minutes.`,
    { data: { retry_after: Math.max(1, Math.ceil(ms / 1000)) } },
  );
}

/**
 * Invites somebody into the caller's account, in the caller's transaction; returns their uuid. Nobody can give permissions
 * that they do not have. Throws like `inviteUser`, `conflict` for a full team, and `too_many_requests`.
 */
export async function inviteColleague(
  trx: Db,
  caller: Caller,
  values: Pick<Colleague, 'name' | 'email' | 'role' | 'daily_cap'>,
  mails: boolean,
): Promise<string> {
  if (isStaff(caller.role)) throw forbidden();
  const { name, email, role, daily_cap } = values;
  if (role === 'custom') throw unnamed();
  await sql`SELECT FROM account WHERE uuid = ${caller.account} FOR NO KEY UPDATE`.execute(trx);
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM users WHERE account = ${caller.account}`.execute(trx);
  if ((rows[0]?.n ?? 0) >= TEAM_MAX) {
    throw new Problem('conflict', `A team has up to ${TEAM_MAX} people. Ask your provider to add more.`);
  }
  if (mails) await takeMailQuota(trx, email, 'password-reset', { gap: false });
  const user = { name, email, role: 'customer' as const, ui_permissions: pairsFor(role), daily_cap };
  return inviteUser(trx, caller, { ...user, account: caller.account }, mails && 'team-invitation', rules);
}

/**
 * Changes a colleague, or the caller's own role; missing fields stay unchanged. Who is deactivated is signed out at once and
 * loses their API keys. Throws like `updateUser`, and `conflict` for the last owner.
 */
export async function updateColleague(
  trx: Db,
  caller: Caller,
  uuid: string,
  {
    role,
    is_active,
    ...values
  }: Partial<Pick<Colleague, 'name' | 'role' | 'daily_cap'>> & {
    is_active?: boolean | null | undefined;
  },
  check?: (trx: Db) => Promise<void>,
): Promise<void> {
  const now = role === 'custom' ? teamRoleOf(pairsOf(await actOnColleague(trx, caller, uuid))) : undefined;
  if (now !== undefined && now !== 'custom') throw unnamed();
  const chosen = role === undefined || role === 'custom' ? {} : { ui_permissions: pairsFor(role) };
  const activity = is_active == null ? {} : { is_active };
  await updateUser(trx, caller, uuid, { ...values, ...chosen, ...activity }, () => {}, {
    ...rules,
    ...(check && { check }),
  });
}

/**
 * Takes back the invitation of a colleague without a password, in the caller's transaction: its links end, and the
 * address can be invited again. Throws like `actOnColleague`, and `conflict` once they have chosen one.
 */
export async function withdrawInvitation(trx: Db, caller: Caller, uuid: string): Promise<void> {
  const before = await actOnColleague(trx, caller, uuid);
  const { rows } = await sql`DELETE FROM users WHERE uuid = ${uuid} AND is_invited RETURNING 1`.execute(trx);
  if (rows.length === 0) {
    throw new Problem('conflict', 'This colleague has already chosen a password. Deactivate them instead.');
  }
  const { account, name: title } = before;
  await audit(trx, caller, { action: 'withdraw', entity: 'users', record: uuid, account, title, before });
}

/** The colleague to send a link to again. Throws like `actOnColleague`. */
export const colleagueRules = rules;
