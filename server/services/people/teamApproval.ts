import { sql } from 'kysely';
import { isStaff } from '#schema/permissions.ts';
import type { TeamApproval } from '#schema/teamApproval.ts';
import type { Db } from '../../db/database.ts';
import { audit } from '../platform/audit.ts';
import type { Caller } from '../platform/caller.ts';
import { forbidden } from '../platform/problem.ts';

/** The limit of the caller's account. */
export async function readTeamApproval(db: Db, { account }: Caller): Promise<TeamApproval> {
  const { rows } = await sql<TeamApproval>`
    SELECT colleague_approval_above AS above FROM account WHERE uuid = ${account}`.execute(db);
  return { above: rows[0]?.above ?? null };
}

/**
 * Changes the limit of the caller's account, in the caller's transaction. Campaigns that wait already keep waiting. Throws
 * `forbidden` for staff: their account sends nothing for a customer.
 */
export async function setTeamApproval(trx: Db, caller: Caller, { above }: TeamApproval): Promise<void> {
  if (isStaff(caller.role)) throw forbidden();
  const { account } = caller;
  // Accepting locks the account too: each campaign is compared with the old limit or the new one.
  const { rows } = await sql<{ name: string; colleague_approval_above: number | null }>`
    SELECT name, colleague_approval_above FROM account WHERE uuid = ${account} FOR NO KEY UPDATE`.execute(
    trx,
  );
  const { name: title, ...before } = rows[0] as (typeof rows)[0];
  await sql`UPDATE account SET colleague_approval_above = ${above} WHERE uuid = ${account}`.execute(trx);
  const after = { colleague_approval_above: above };
  await audit(trx, caller, {
    action: 'update',
    entity: 'admin/accounts',
    record: account,
    title,
    before,
    after,
  });
}
