import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { SIGN_IN_AS_SECONDS, type SignedInAs } from '#schema/users.ts';
import type { Db } from '../../db/database.ts';
import { audit } from '../platform/audit.ts';
import type { Caller } from '../platform/caller.ts';
import { forbidden } from '../platform/problem.ts';
import { actOnUser, requireActive } from './actOnUser.ts';
import { digest } from './digest.ts';
import type { Origin } from './origin.ts';

/**
 * A session of at most an hour in which staff see what a customer sees; plugins/auth.ts makes it read only. It does not
 * count as the customer's sign-in, so their last one stays unchanged. It ends with the caller's own session; an API key has
 * none. Throws `forbidden` for staff, and `conflict` for users who could not sign in themselves.
 */
export async function signInAs(
  trx: Db,
  caller: Caller,
  uuid: string,
  reason: string,
  { ip }: Origin = {},
): Promise<SignedInAs> {
  const user = await actOnUser(trx, caller, uuid, { readsOnly: true });
  await requireActive(trx, uuid);
  const token = randomBytes(32).toString('base64url');
  const made = await sql<{ expires_at: string }>`
    INSERT INTO token (hash, "user", actor, started_from, reason, ip, expires_at)
    SELECT ${digest(token)}, ${uuid}, ${caller.user}, own.uuid, ${reason}, ${ip ?? null},
      least(own.expires_at, now() + make_interval(secs => ${SIGN_IN_AS_SECONDS}))
    FROM token own WHERE own.hash = ${caller.tokenHash} AND own."user" = ${caller.user} AND own.actor IS NULL
    RETURNING expires_at`.execute(trx);
  const session = made.rows[0];
  if (!session) throw forbidden();
  await audit(trx, caller, {
    ...{ action: 'sign-in-as', entity: 'users', record: uuid, account: user.account, title: user.name },
    after: { reason, expires_at: session.expires_at },
  });
  return { token, ...session };
}
