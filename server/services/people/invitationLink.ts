import { sql } from 'kysely';
import { INVITATION_DAYS, type InvitationLink } from '#schema/users.ts';
import type { Db } from '../../db/database.ts';
import { requireActive } from '../access/actOnUser.ts';
import { newResetLink } from '../access/passwordResets.ts';
import { audit } from '../platform/audit.ts';
import type { Caller } from '../platform/caller.ts';
import { Problem } from '../platform/problem.ts';
import type { Rules } from './users.ts';

/**
 * A new link with which somebody who was invited chooses their first password, to be handed over by whoever invited them.
 * Links that were mailed or copied before stay valid until one is used. Only its hash is stored, so it cannot be shown
 * again. Throws like `actOnUser`, and `conflict` if they are not active, have a password (somebody else could
 * take over an account that they use), or get links only by mail.
 */
export async function invitationLink(
  trx: Db,
  caller: Caller,
  uuid: string,
  { act }: Pick<Rules, 'act'>,
  isOnlyMailed: boolean,
): Promise<InvitationLink> {
  const { account, name: title } = await act(trx, caller, uuid);
  const { isInvited } = await requireActive(trx, uuid);
  if (!isInvited) {
    throw new Problem(
      'conflict',
      'This user has already chosen a password, so there is no invitation link. Send a password link instead.',
    );
  }
  if (isOnlyMailed) {
    throw new Problem(
      'conflict',
      'This server sends invitations by e-mail, so there is no link to copy. Send the invitation again instead.',
    );
  }
  const link = await newResetLink(trx, uuid, INVITATION_DAYS * 24 * 60);
  const { rows } = await sql<{ expires_at: string }>`
    SELECT now() + make_interval(days => ${INVITATION_DAYS}) AS expires_at`.execute(trx);
  const expires_at = (rows[0] as (typeof rows)[0]).expires_at;
  await audit(trx, caller, {
    ...{ action: 'copy-invitation', entity: 'users', record: uuid, account, title },
    after: { expires_at },
  });
  return { path: `/reset-password/${link}`, expires_at };
}
