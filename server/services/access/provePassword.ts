import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { type Actor, audit } from '../platform/audit.ts';
import { invalidField } from '../platform/problem.ts';
import { unusableHash, verifyPassword } from './passwords.ts';
import { takeSignInTry } from './signInLimits.ts';

/** A user in their own session. */
export type Person = Actor & { user: string; tokenHash: Buffer; device?: string | undefined };

const WRONG = {
  password: 'The password is not correct.',
  old_password: 'The current password is not correct.',
};

/**
 * Checks the caller's own password, because somebody else may have found the session open. An attempt counts and causes
 * waits like one to sign in; a wrong one is in the audit log. Throws `invalid` for the field, and `too_many_requests`
 * before it checks the password. Not in a transaction, because its counts and log entries must stay.
 */
export async function provePassword(
  db: Db,
  caller: Person,
  field: keyof typeof WRONG,
  password: string,
): Promise<void> {
  const { user, ip, device } = caller;
  const { rows } = await sql<{ email: string; password_hash: string }>`
    SELECT email, password_hash FROM users WHERE uuid = ${user}`.execute(db);
  const { email = '', password_hash = unusableHash } = rows[0] ?? {};
  const giveBack = await takeSignInTry(db, { email, user, from: { ip, device } });
  if (!(await verifyPassword(password, password_hash))) {
    await audit(db, caller, { action: 'wrong-password', entity: 'users', record: user });
    throw invalidField(field, WRONG[field]);
  }
  await giveBack();
}
