import { sql } from 'kysely';
import { allows, isStaff, type Pair, pairsOf, type Role } from '#schema/permissions.ts';
import type { Db } from '../../db/database.ts';
import type { Caller } from '../platform/caller.ts';
import { forbidden, notFound, Problem } from '../platform/problem.ts';

/** A user as recorded in the audit log. */
export interface UserState {
  account: string;
  name: string;
  email: string;
  phone: string | null;
  role: Role;
  is_active: boolean;
  ui_permissions: readonly Pair[] | null;
  /** Messages a day; null: no limit of their own. */
  daily_cap: number | null;
}

export const missingPairs = (required: readonly Pair[], have: readonly Pair[]): Pair[] =>
  required.filter((pair) => !allows(have, pair));

/** Locks a user for a change. Throws `not_found`. */
export async function userState(trx: Db, uuid: string): Promise<UserState> {
  const { rows } = await sql<UserState>`
    SELECT account, name, email, phone, role, is_active, ui_permissions, daily_cap FROM users
    WHERE uuid = ${uuid} FOR UPDATE`.execute(trx);
  if (!rows[0]) throw notFound();
  return rows[0];
}

/**
 * Locks and returns a user whom the caller may manage; every operation on one user goes through here. Only staff manage
 * others, and only users all of whose permissions they hold themselves: otherwise a new address, a link or a removed second
 * factor would let them gain rights. Signing in as a customer only reads, so it only requires the target to be a customer.
 * Throws `not_found` and `forbidden`.
 */
export async function actOnUser(
  trx: Db,
  caller: Caller,
  uuid: string,
  { readsOnly = false } = {},
): Promise<UserState> {
  const user = await userState(trx, uuid);
  if (!isStaff(caller.role)) throw forbidden();
  if (readsOnly) {
    if (isStaff(user.role))
      throw new Problem('forbidden', 'You can sign in only as a customer, not as a staff member.');
  } else if (missingPairs(pairsOf(user), caller.pairs).length > 0) {
    throw new Problem(
      'forbidden',
      'This user has more permissions than you. Ask an administrator to make the change.',
    );
  }
  return user;
}

/**
 * Throws `conflict` for a user who cannot sign in anyway, because they or their account are not active. Returns whether
 * they still have to choose a password.
 */
export async function requireActive(trx: Db, uuid: string): Promise<{ isInvited: boolean }> {
  const { rows } = await sql<{ is_invited: boolean; is_active: boolean }>`
    SELECT u.is_invited, u.is_active AND a.is_active AS is_active
    FROM users u JOIN account a ON a.uuid = u.account WHERE u.uuid = ${uuid}`.execute(trx);
  if (rows[0]?.is_active) return { isInvited: rows[0].is_invited };
  throw new Problem('conflict', 'This user cannot sign in: the user or the account is not active.');
}
