import { sql } from 'kysely';
import { allows, grantable, isStaff, type Pair, pairsOf, type Role, roles } from '#schema/permissions.ts';
import type { SentLink } from '#schema/users.ts';
import type { Db } from '../../db/database.ts';
import { actOnUser, missingPairs, requireActive, type UserState, userState } from '../access/actOnUser.ts';
import { heldUntil, refuseTakenAddress, requestAddressChange } from '../access/addressChange.ts';
import { revokeKeysOf } from '../access/keyRevocation.ts';
import { endMailedLinks } from '../access/mailedLinks.ts';
import { unusableHash } from '../access/passwords.ts';
import { endAllSessions } from '../access/sessions.ts';
import { postMail } from '../mail/mail.ts';
import { takeMailQuota } from '../mail/mailQuota.ts';
import { audit } from '../platform/audit.ts';
import type { Caller } from '../platform/caller.ts';
import { requirePhone } from '../platform/numbers.ts';
import { invalidField, Problem } from '../platform/problem.ts';

/** The fields of a user that an administrator sets. */
interface Written {
  name: string;
  email: string;
  phone?: string | null;
  role: Role;
  is_active?: boolean | null;
  ui_permissions?: readonly Pair[] | null;
  daily_cap?: number | null | undefined;
}

/** Who manages users: the provider's staff all of them, a customer's owners those of their account (team.ts). */
export interface Rules {
  /** The pair that managing takes. */
  manages: Pair;
  /** Locks and returns a user whom the caller may manage, or throws. */
  act(trx: Db, caller: Caller, uuid: string): Promise<UserState>;
  /** Throws if the user may not be changed now; called once no other change of users is under way. */
  check?(trx: Db): Promise<void>;
  /** Throws if a change would leave nobody to manage them. */
  keep(trx: Db, caller: Caller, uuid: string, before: UserState, after: UserState): Promise<void>;
}

const MANAGES: Pair = ['user-list', 'post'];
const KINDS =
  "The provider's account can have only staff, and other accounts only customers. Invite this person again with the other role.";

const names = (pairs: readonly Pair[]): string => pairs.map((pair) => pair.join(' ')).join(', ');

/** Sorted pairs without duplicates, so that equal choices are equal; null means the role's. */
const sorted = (pairs: readonly Pair[] | null): readonly Pair[] | null =>
  pairs &&
  [...new Map(pairs.map((pair) => [pair.join(' '), pair])).entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, pair]) => pair);

const same = (a: readonly Pair[] | null, b: readonly Pair[] | null): boolean =>
  JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));

/**
 * Serialises changes of users: two administrators who remove each other's rights at the same time could leave nobody. The
 * second is told that they no longer may.
 */
async function takeTurn(trx: Db, { user }: Caller, { manages }: Rules): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('users'))`.execute(trx);
  const me = await userState(trx, user);
  if (me.is_active && allows(pairsOf(me), manages)) return;
  throw new Problem('conflict', 'Your own access has changed. Nothing was saved.');
}

/**
 * Throws unless the caller may give these pairs to a user of this role. Nobody can create a user with more rights than they
 * have.
 */
function checkPairs(
  caller: Caller,
  role: Role,
  given: readonly Pair[] | null,
  before: readonly Pair[],
): void {
  const strange = missingPairs(given ?? [], grantable(role));
  if (strange.length > 0) {
    throw invalidField(
      'ui_permissions',
      `Users with this role cannot have these permissions: ${names(strange)}.`,
    );
  }
  const more = missingPairs(given ?? roles[role], [...caller.pairs, ...before]);
  if (more.length === 0) return;
  const sentence = `You can give only permissions that you have yourself. You do not have: ${names(more)}.`;
  throw invalidField(given ? 'ui_permissions' : 'role', sentence);
}

/** The account of a new user: a customer's, or the provider's own for staff. Throws if it does not fit. */
async function accountFor(trx: Db, caller: Caller, role: Role, chosen: string | null | undefined) {
  const account = chosen ?? (isStaff(role) ? caller.account : null);
  if (!account) throw invalidField('account', 'Choose the customer’s account.');
  const { rows } = await sql<{ is_provider: boolean; is_active: boolean }>`
    SELECT is_provider, is_active FROM account WHERE uuid = ${account} FOR SHARE`.execute(trx);
  if (!rows[0]) throw invalidField('account', 'This account does not exist.');
  if (rows[0].is_provider !== isStaff(role)) throw invalidField('account', KINDS);
  if (!rows[0].is_active) throw invalidField('account', 'This account is not active. Activate it first.');
  return account;
}

export const asJson = (pairs: readonly Pair[] | null) =>
  sql`${pairs && JSON.stringify(sorted(pairs))}::jsonb`;

/**
 * Creates a user without a password and posts an invitation with a link to choose one; returns their uuid. Call
 * `deliverMail` after the commit. Without `mails`, staff hand over a link themselves
 * (invitationLink.ts). Throws `invalid` for an address that another user has, and for an account or pairs that do not fit
 * the role.
 */
export async function inviteUser(
  trx: Db,
  caller: Caller,
  values: Written & { account?: string | null },
  mails: false | 'invitation' | 'team-invitation',
  rules = staffRules,
): Promise<string> {
  await takeTurn(trx, caller, rules);
  const { name, email, role, is_active, daily_cap } = values;
  const pairs = values.ui_permissions ?? null;
  const account = await accountFor(trx, caller, role, values.account);
  checkPairs(caller, role, pairs, []);
  const phone = values.phone ? requirePhone(values.phone) : null;
  const { rows } = await refuseTakenAddress(
    sql<{ uuid: string; language: 'en' | 'ne' | null }>`
      INSERT INTO users (account, name, email, phone, role, is_active, ui_permissions, daily_cap, password_hash, is_invited)
      VALUES (${account}, ${name}, ${email}, ${phone}, ${role}, ${is_active ?? true}, ${asJson(pairs)}, ${daily_cap ?? null}, ${unusableHash}, true)
      RETURNING uuid, (SELECT o.language FROM users o WHERE o.account = ${account} AND o.language IS NOT NULL
        ORDER BY o.uuid LIMIT 1) AS language`.execute(trx),
  );
  const { uuid, language } = rows[0] as (typeof rows)[0];
  if (mails) await postMail(trx, { kind: mails, to: email, language });
  const after = await userState(trx, uuid);
  await audit(trx, caller, { action: 'create', entity: 'users', record: uuid, account, title: name, after });
  return uuid;
}

/** Throws if a change would leave nobody who can manage users. */
async function keepAnAdministrator(
  trx: Db,
  uuid: string,
  before: UserState,
  after: UserState,
): Promise<void> {
  const manages = (state: UserState) =>
    state.role === 'admin' && state.is_active && allows(pairsOf(state), MANAGES);
  if (!manages(before) || manages(after)) return;
  const { rows } = await sql`
    SELECT FROM users u JOIN account a ON a.uuid = u.account
    WHERE u.role = 'admin' AND u.is_active AND a.is_active AND u.uuid <> ${uuid}
      AND (u.ui_permissions IS NULL OR u.ui_permissions @> ${JSON.stringify([MANAGES])}::jsonb)
    LIMIT 1`.execute(trx);
  if (rows.length > 0) return;
  const sentence = 'This is the last active administrator who can manage users. Create another one first.';
  const field = !after.is_active ? 'is_active' : after.role !== 'admin' ? 'role' : 'ui_permissions';
  throw new Problem('conflict', sentence, { errors: { [field]: [sentence] } });
}

/** Changes that nobody may make to themselves, so that a mistake locks nobody out. */
function spareOneself(caller: Caller, uuid: string, before: UserState, after: UserState): void {
  if (uuid !== caller.user) return;
  if (!after.is_active)
    throw invalidField('is_active', 'You cannot deactivate yourself. Ask another administrator.');
  const sentence = 'You cannot change your own role or permissions. Ask another administrator.';
  if (after.role !== before.role) throw invalidField('role', sentence);
  if (!same(before.ui_permissions, after.ui_permissions)) throw invalidField('ui_permissions', sentence);
}

export const staffRules: Rules = {
  manages: MANAGES,
  act: actOnUser,
  async keep(trx, caller, uuid, before, after) {
    spareOneself(caller, uuid, before, after);
    await keepAnAdministrator(trx, uuid, before, after);
  },
};

/** Whether somebody was invited and has not chosen a password yet. */
async function hasNoPassword(trx: Db, uuid: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM users WHERE uuid = ${uuid} AND is_invited`.execute(trx);
  return rows.length > 0;
}

/**
 * Changes a user; missing fields stay unchanged, but a new role comes with its own pairs. Deactivated users are signed out
 * at once and, unless `keep_keys`, lose their API keys; role and pairs apply from the next request on. A new address waits
 * until it is confirmed (`requestAddressChange`); without a password, it changes at once. `requireMail` throws if no mail can be
 * sent. Throws `invalid` for values that do not fit, `forbidden` like `actOnUser`, and `conflict` for the last
 * administrator.
 */
export async function updateUser(
  trx: Db,
  caller: Caller,
  uuid: string,
  { keep_keys, ...values }: Partial<Written> & { keep_keys?: boolean | null | undefined },
  requireMail: () => void,
  rules = staffRules,
): Promise<void> {
  await takeTurn(trx, caller, rules);
  await rules.check?.(trx);
  const before = await rules.act(trx, caller, uuid);
  const role = values.role ?? before.role;
  const kept = role === before.role ? before.ui_permissions : null;
  const email = values.email ?? before.email;
  // A user without a password has nothing to lose: the invitation to the new address proves it.
  const waits = email.toLowerCase() !== before.email.toLowerCase() && !(await hasNoPassword(trx, uuid));
  const after: UserState = {
    ...before,
    role,
    name: values.name ?? before.name,
    email: waits ? before.email : email,
    phone: values.phone === undefined ? before.phone : values.phone ? requirePhone(values.phone) : null,
    is_active: values.is_active ?? before.is_active,
    ui_permissions: values.ui_permissions === undefined ? kept : values.ui_permissions,
    daily_cap: values.daily_cap === undefined ? before.daily_cap : values.daily_cap,
  };
  if (isStaff(role) !== isStaff(before.role)) throw invalidField('role', KINDS);
  await rules.keep(trx, caller, uuid, before, after);
  const isOther = role !== before.role || !same(before.ui_permissions, after.ui_permissions);
  if (isOther) checkPairs(caller, role, after.ui_permissions, pairsOf(before));
  await refuseTakenAddress(
    sql`UPDATE users SET name = ${after.name}, email = ${after.email}, phone = ${after.phone},
      role = ${role}, is_active = ${after.is_active}, ui_permissions = ${asJson(after.ui_permissions)},
      daily_cap = ${after.daily_cap}
      WHERE uuid = ${uuid}`.execute(trx),
  );
  // Also when reactivating: a session that was just being started must not become valid.
  if (after.is_active !== before.is_active) await endAllSessions(trx, uuid);
  if (before.is_active && !after.is_active && !keep_keys) await revokeKeysOf(trx, caller, uuid);
  // A link sent to the former address must no longer open the account.
  if (after.email !== before.email || !after.is_active) await endMailedLinks(trx, uuid);
  const { account, name: title } = after;
  if (waits) {
    requireMail();
    const whose = { uuid, account, name: title };
    await requestAddressChange(trx, caller, whose, { email, former: before.email, byOwner: false });
  }
  await audit(trx, caller, {
    ...{ action: 'update', entity: 'users', record: uuid, account, title },
    before: { ...before, ui_permissions: sorted(before.ui_permissions) },
    after: await userState(trx, uuid),
  });
}

/**
 * Mails a user the link to a password: the invitation again if they have none, otherwise the link for a forgotten one.
 * Throws like `actOnUser`, `conflict` if they are not active or their address changed within the last day, and
 * `too_many_requests`.
 */
export async function sendLink(
  trx: Db,
  caller: Caller,
  uuid: string,
  { act }: Pick<Rules, 'act'>,
  invitation: 'invitation' | 'team-invitation',
): Promise<SentLink['kind']> {
  const { account, name: title, email: to } = await act(trx, caller, uuid);
  const { isInvited } = await requireActive(trx, uuid);
  const kind = isInvited ? 'invitation' : 'password-reset';
  const held = await heldUntil(trx, uuid, 'by-staff');
  if (held) {
    throw new Problem(
      'conflict',
      `The e-mail address of this user was changed recently. You can send a password link after ${held} (Nepal time).`,
    );
  }
  await takeMailQuota(trx, to, 'password-reset', { gap: true });
  await postMail(trx, { kind: isInvited ? invitation : kind, to });
  await audit(trx, caller, {
    action: 'send-link',
    entity: 'users',
    record: uuid,
    account,
    title,
    after: { kind },
  });
  return kind;
}

/** Signs a user out everywhere; returns how many sessions ended. */
export async function endSessionsOf(trx: Db, caller: Caller, uuid: string): Promise<number> {
  const { account, name: title } = await actOnUser(trx, caller, uuid);
  const ended = await endAllSessions(trx, uuid);
  await audit(trx, caller, {
    ...{ action: 'end-sessions', entity: 'users', record: uuid, account, title, after: { ended } },
  });
  return ended;
}
