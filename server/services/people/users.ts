import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { allows, grantable, isStaff, type Pair, pairsOf, type Role, roles } from '#schema/permissions.ts';
import type { SentLink } from '#schema/users.ts';
import type { Db } from '../../db/database.ts';
import { actOnUser, lacking, requireActive, type UserState, userState } from '../access/actOnUser.ts';
import { askForAddress, heldUntil, uniquely } from '../access/addressChange.ts';
import { revokeKeysOf } from '../access/keyRevocation.ts';
import { endMailedLinks } from '../access/mailedLinks.ts';
import { hashPassword } from '../access/passwords.ts';
import { endAllSessions } from '../access/sessions.ts';
import { postMail } from '../mail/mail.ts';
import { takeMailQuota } from '../mail/mailQuota.ts';
import { audit } from '../platform/audit.ts';
import type { Caller } from '../platform/caller.ts';
import { requirePhone } from '../platform/numbers.ts';
import { invalidField, Problem } from '../platform/problem.ts';

/** What an administrator writes of a user. */
interface Written {
  name: string;
  email: string;
  phone?: string | null;
  role: Role;
  is_active?: boolean | null;
  ui_permissions?: readonly Pair[] | null;
}

const MANAGES: Pair = ['user-list', 'post'];
const KINDS =
  "The provider's account can have only staff, and other accounts only customers. Invite this person again with the other role.";

const names = (pairs: readonly Pair[]): string => pairs.map((pair) => pair.join(' ')).join(', ');

/** Pairs in one order and each once, so that equal choices are equal; null stays the role's. */
const sorted = (pairs: readonly Pair[] | null): readonly Pair[] | null =>
  pairs &&
  [...new Map(pairs.map((pair) => [pair.join(' '), pair])).entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, pair]) => pair);

const same = (a: readonly Pair[] | null, b: readonly Pair[] | null): boolean =>
  JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));

/**
 * Lets changes of users happen one after the other: two administrators who take each other's rights away at the
 * same time would leave nobody. The one who comes second is told that they may no longer.
 */
async function takeTurn(trx: Db, { user }: Caller): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('users'))`.execute(trx);
  const me = await userState(trx, user);
  if (me.is_active && allows(pairsOf(me), MANAGES)) return;
  throw new Problem('conflict', 'Your own access has changed. Nothing was saved.');
}

/** Throws unless the caller may give these pairs to a user of this role. Nobody makes a user who may more than they do. */
function checkPairs(
  caller: Caller,
  role: Role,
  given: readonly Pair[] | null,
  before: readonly Pair[],
): void {
  const strange = lacking(given ?? [], grantable(role));
  if (strange.length > 0) {
    throw invalidField(
      'ui_permissions',
      `Users with this role cannot have these permissions: ${names(strange)}.`,
    );
  }
  const more = lacking(given ?? roles[role], [...caller.pairs, ...before]);
  if (more.length === 0) return;
  const sentence = `You can give only permissions that you have yourself. You do not have: ${names(more)}.`;
  throw invalidField(given ? 'ui_permissions' : 'role', sentence);
}

/** The account of a new user: a customer's, or the provider's own for staff. Throws for one that does not fit. */
async function accountFor(trx: Db, caller: Caller, role: Role, asked: string | null | undefined) {
  const account = asked ?? (isStaff(role) ? caller.account : null);
  if (!account) throw invalidField('account', 'Choose the customer’s account.');
  const { rows } = await sql<{ is_provider: boolean; is_active: boolean }>`
    SELECT is_provider, is_active FROM account WHERE uuid = ${account} FOR SHARE`.execute(trx);
  if (!rows[0]) throw invalidField('account', 'This account does not exist.');
  if (rows[0].is_provider !== isStaff(role)) throw invalidField('account', KINDS);
  if (!rows[0].is_active) throw invalidField('account', 'This account is not active. Activate it first.');
  return account;
}

const asJson = (pairs: readonly Pair[] | null) => sql`${pairs && JSON.stringify(sorted(pairs))}::jsonb`;

/**
 * Makes a user without a password and puts an invitation into the outbox, by whose link they choose one; answers
 * their uuid. Call `deliverMail` after the commit. Throws `invalid` for an address that another user has, and
 * for an account or pairs that do not fit the role.
 */
export async function inviteUser(
  trx: Db,
  caller: Caller,
  values: Written & { account?: string | null },
): Promise<string> {
  await takeTurn(trx, caller);
  const { name, email, role, is_active } = values;
  const pairs = values.ui_permissions ?? null;
  const account = await accountFor(trx, caller, role, values.account);
  checkPairs(caller, role, pairs, []);
  const phone = values.phone ? requirePhone(values.phone) : null;
  const hash = await hashPassword(randomUUID());
  const { rows } = await uniquely(
    sql<{ uuid: string; language: 'en' | 'ne' | null }>`
      INSERT INTO users (account, name, email, phone, role, is_active, ui_permissions, password_hash, is_invited)
      VALUES (${account}, ${name}, ${email}, ${phone}, ${role}, ${is_active ?? true}, ${asJson(pairs)}, ${hash}, true)
      RETURNING uuid, (SELECT o.language FROM users o WHERE o.account = ${account} AND o.language IS NOT NULL
        ORDER BY o.uuid LIMIT 1) AS language`.execute(trx),
  );
  const { uuid, language } = rows[0] as (typeof rows)[0];
  await postMail(trx, { kind: 'invitation', to: email, language });
  const after = await userState(trx, uuid);
  await audit(trx, caller, { action: 'create', entity: 'users', record: uuid, account, title: name, after });
  return uuid;
}

/** Throws when a change would leave nobody who can manage users. */
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

/** What nobody may do to themselves, so that a slip locks nobody out. */
function spareOneself(caller: Caller, uuid: string, before: UserState, after: UserState): void {
  if (uuid !== caller.user) return;
  if (!after.is_active)
    throw invalidField('is_active', 'You cannot deactivate yourself. Ask another administrator.');
  const sentence = 'You cannot change your own role or permissions. Ask another administrator.';
  if (after.role !== before.role) throw invalidField('role', sentence);
  if (!same(before.ui_permissions, after.ui_permissions)) throw invalidField('ui_permissions', sentence);
}

/** Whether somebody was invited and has not chosen a password yet. */
async function hasNoPassword(trx: Db, uuid: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM users WHERE uuid = ${uuid} AND is_invited`.execute(trx);
  return rows.length > 0;
}

/**
 * Changes a user; what is left out stays, but another role comes with its own pairs. Whoever is deactivated is
 * signed out at once and, unless `keep_keys`, loses their API keys; role and pairs count from the next request on.
 * Another address waits until it is confirmed (`askForAddress`); that of a user without a password changes at once.
 * `requireMail` throws where no mail can be sent. Throws `invalid` for what does not fit, `forbidden` as `actOnUser` does,
 * and `conflict` for the last administrator.
 */
export async function updateUser(
  trx: Db,
  caller: Caller,
  uuid: string,
  { keep_keys, ...values }: Partial<Written> & { keep_keys?: boolean | null | undefined },
  requireMail: () => void,
): Promise<void> {
  await takeTurn(trx, caller);
  const before = await actOnUser(trx, caller, uuid);
  const role = values.role ?? before.role;
  const kept = role === before.role ? before.ui_permissions : null;
  const email = values.email ?? before.email;
  // Who has no password yet has nothing to lose: the invitation to the new address proves it.
  const waits = email.toLowerCase() !== before.email.toLowerCase() && !(await hasNoPassword(trx, uuid));
  const after: UserState = {
    ...before,
    role,
    name: values.name ?? before.name,
    email: waits ? before.email : email,
    phone: values.phone === undefined ? before.phone : values.phone ? requirePhone(values.phone) : null,
    is_active: values.is_active ?? before.is_active,
    ui_permissions: values.ui_permissions === undefined ? kept : values.ui_permissions,
  };
  if (isStaff(role) !== isStaff(before.role)) throw invalidField('role', KINDS);
  spareOneself(caller, uuid, before, after);
  await keepAnAdministrator(trx, uuid, before, after);
  const isOther = role !== before.role || !same(before.ui_permissions, after.ui_permissions);
  if (isOther) checkPairs(caller, role, after.ui_permissions, pairsOf(before));
  await uniquely(
    sql`UPDATE users SET name = ${after.name}, email = ${after.email}, phone = ${after.phone},
      role = ${role}, is_active = ${after.is_active}, ui_permissions = ${asJson(after.ui_permissions)}
      WHERE uuid = ${uuid}`.execute(trx),
  );
  // Also of one who is active again: a session that was being started meanwhile must not come to life.
  if (after.is_active !== before.is_active) await endAllSessions(trx, uuid);
  if (before.is_active && !after.is_active && !keep_keys) await revokeKeysOf(trx, caller, uuid);
  // A link that went to the former address must not open the account any more.
  if (after.email !== before.email || !after.is_active) await endMailedLinks(trx, uuid);
  const { account, name: title } = after;
  if (waits) {
    requireMail();
    const whose = { uuid, account, name: title };
    await askForAddress(trx, caller, whose, { email, former: before.email, byOwner: false });
  }
  await audit(trx, caller, {
    ...{ action: 'update', entity: 'users', record: uuid, account, title },
    before: { ...before, ui_permissions: sorted(before.ui_permissions) },
    after: await userState(trx, uuid),
  });
}

/**
 * Has the link to a password mailed to a user: the invitation again while they have none, else the link of a
 * forgotten one. Throws as `actOnUser` does, `conflict` for who is not active or has another address since a day or less,
 * and `too_many_requests`.
 */
export async function sendLink(trx: Db, caller: Caller, uuid: string): Promise<SentLink['kind']> {
  const { account, name: title, email: to } = await actOnUser(trx, caller, uuid);
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
  await postMail(trx, { kind, to });
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

/** Signs a user out everywhere; answers how many sessions of theirs that ended. */
export async function endSessionsOf(trx: Db, caller: Caller, uuid: string): Promise<number> {
  const { account, name: title } = await actOnUser(trx, caller, uuid);
  const ended = await endAllSessions(trx, uuid);
  await audit(trx, caller, {
    ...{ action: 'end-sessions', entity: 'users', record: uuid, account, title, after: { ended } },
  });
  return ended;
}
