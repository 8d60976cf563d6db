import { sql } from 'kysely';
import { balancePair } from '#schema/permissions.ts';
import type { Db } from '../../db/database.ts';
import { emailsOfHolders } from '../mail/holders.ts';
import { postMail } from '../mail/mail.ts';
import { tellWebhooks } from '../webhooks/events.ts';

/**
 * Tells an account that a ledger entry has taken what is left below its threshold, in the entry's transaction: a mail to
 * each active user who may see the balance, and an event for its webhooks.
 */
export async function tellLowBalance(trx: Db, account: string, entry: string): Promise<void> {
  for (const to of await emailsOfHolders(trx, account, balancePair))
    await postMail(trx, { kind: 'low-balance', to, about: entry });
  // Without the balance: whoever set up the webhook may not be allowed to see it.
  const data = sql`(SELECT jsonb_build_object('account', uuid, 'below', low_balance_below) FROM account
    WHERE uuid = ${account})`;
  await tellWebhooks(trx, account, { id: `${entry}.low_balance`, type: 'account.low_balance', data });
}
