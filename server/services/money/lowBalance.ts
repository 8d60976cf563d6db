import { sql } from 'kysely';
import { allows, balancePair, type Pair, pairsOf, type Role } from '#schema/permissions.ts';
import type { Db } from '../../db/database.ts';
import { postMail } from '../mail/mail.ts';
import { tellWebhooks } from '../webhooks/events.ts';

interface User {
  email: string;
  role: Role;
  ui_permissions: readonly Pair[] | null;
}

/**
 * Tells an account that a ledger entry has taken what is left below its threshold, in the entry's transaction: a mail to
 * each active user who may see the balance, and an event for its webhooks.
 */
export async function tellLowBalance(trx: Db, account: string, entry: string): Promise<void> {
  const { rows } = await sql<User>`
    SELECT u.email, u.role, u.ui_permissions FROM users u JOIN account a ON a.uuid = u.account
    WHERE u.account = ${account} AND u.is_active AND a.is_active ORDER BY u.uuid`.execute(trx);
  for (const user of rows)
    if (allows(pairsOf(user), balancePair))
      await postMail(trx, { kind: 'low-balance', to: user.email, about: entry });
  // Without the balance: whoever set up the webhook may not be allowed to see it.
  const data = sql`(SELECT jsonb_build_object('account', uuid, 'below', low_balance_below) FROM account
    WHERE uuid = ${account})`;
  await tellWebhooks(trx, account, { id: `${entry}.low_balance`, type: 'account.low_balance', data });
}
