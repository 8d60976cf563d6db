import { type Kysely, sql } from 'kysely';
import { isPersonal, PASSWORD_MIN, PASSWORD_PERSONAL, PASSWORD_SHORT } from '#schema/signup.ts';
import { audit } from '../platform/audit.ts';
import type { Caller } from '../platform/caller.ts';
import { invalidField } from '../platform/problem.ts';
import { refuseCommon } from './commonPasswords.ts';
import { endMailedLinks } from './mailedLinks.ts';
import { hashPassword } from './passwords.ts';
import { provePassword } from './provePassword.ts';
import { requireSession } from './requireSession.ts';
import { postAlert } from './securityAlerts.ts';
import { endActing } from './sessions.ts';

/**
 * Changes the caller's password and ends all their other sessions and mailed links. Throws like `provePassword` for the old
 * one, and `invalid` for a new one that is too short, common, or the user's own name or address.
 */
export async function changePassword(
  db: Kysely<unknown>,
  caller: Caller,
  { old_password, new_password }: { old_password: string; new_password: string },
): Promise<void> {
  await provePassword(db, caller, 'old_password', old_password);
  const { rows } = await sql<{ name: string; email: string }>`
    SELECT name, email FROM users WHERE uuid = ${caller.user}`.execute(db);
  if ([...new_password].length < PASSWORD_MIN) throw invalidField('new_password', PASSWORD_SHORT);
  if (isPersonal(new_password, [rows[0]?.name, rows[0]?.email])) {
    throw invalidField('new_password', PASSWORD_PERSONAL);
  }
  await refuseCommon('new_password', new_password);
  const hash = await hashPassword(new_password);
  await db.transaction().execute(async (trx) => {
    await requireSession(trx, caller);
    await sql`
      WITH changed AS (UPDATE users SET password_hash = ${hash} WHERE uuid = ${caller.user})
      DELETE FROM token WHERE "user" = ${caller.user} AND hash <> ${caller.tokenHash}`.execute(trx);
    await endActing(trx, caller.user);
    // Including a change of address requested by somebody else who knew the former password.
    await endMailedLinks(trx, caller.user);
    await postAlert(trx, caller.user, 'password-changed');
    await audit(trx, caller, { action: 'change-password', entity: 'users', record: caller.user });
  });
}
