import { sql } from 'kysely';
import type { Adjusted, Adjustment } from '#schema/wallet.ts';
import type { Db } from '../../db/database.ts';
import { audit } from '../platform/audit.ts';
import type { Caller } from '../platform/caller.ts';
import { notFound, Problem } from '../platform/problem.ts';
import { post } from './ledger.ts';

interface Balances extends Pick<Adjusted, 'before' | 'after'> {
  name: string;
}

/**
 * The result of an adjustment; locks the account. Throws `not_found`, `conflict` for the provider's own account and if the
 * balance differs from the one that was displayed, and `insufficient_balance` if it would fall below minus the credit limit.
 */
export async function checkAdjustment(
  trx: Db,
  account: string,
  { amount, balance }: Pick<Adjustment, 'amount' | 'balance'>,
): Promise<Balances> {
  const { rows } = await sql<{ name: string; balance: number; credit_limit: number; is_provider: boolean }>`
    SELECT name, balance, credit_limit, is_provider FROM account WHERE uuid = ${account} FOR NO KEY UPDATE`.execute(
    trx,
  );
  const found = rows[0];
  if (!found) throw notFound();
  if (found.is_provider) {
    throw new Problem('conflict', 'This is the provider\u2019s own account. It has no wallet.');
  }
  const { balance: before, credit_limit, name } = found;
  if (balance !== undefined && balance !== before) {
    const detail = 'The balance has changed since you opened this page. Nothing was saved. Check it again.';
    throw new Problem('conflict', detail, { data: { balance: before } });
  }
  const after = before + amount;
  if (after < -credit_limit) {
    const detail = 'The balance is less than the amount to deduct. Nothing was changed.';
    throw new Problem('insufficient_balance', detail, { data: { balance: before } });
  }
  return { name, before, after };
}

/**
 * Changes an account's balance by hand, with a ledger entry that has the reason, in the caller's transaction; returns the
 * balance before and after, in minor units. Throws like `checkAdjustment`, which changes nothing. `alone`: no second person
 * has confirmed it.
 */
export async function adjustBalance(
  trx: Db,
  caller: Caller,
  account: string,
  adjustment: Adjustment,
  { alone = true } = {},
): Promise<Adjusted> {
  const { name, before, after } = await checkAdjustment(trx, account, adjustment);
  const { amount, reason } = adjustment;
  await post(trx, {
    ...{ account, kind: 'adjustment', amount, note: reason },
    alone: alone ? caller.user : undefined,
  });
  await audit(trx, caller, {
    action: 'adjust',
    entity: 'admin/wallets',
    record: account,
    account,
    title: name,
    before: { balance: before },
    after: { balance: after, amount, reason },
  });
  return { before, after };
}
