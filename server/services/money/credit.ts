import { sql } from 'kysely';
import type { Account } from '#schema/account.ts';
import type { Db } from '../../db/database.ts';
import { rupees } from '../mail/decisionMails.ts';
import { invalidField } from '../platform/problem.ts';

type Credit = Pick<Account, 'billing' | 'credit_limit'>;

const NEW: Credit & { balance: number; is_provider: boolean } = {
  ...{ billing: 'prepaid', credit_limit: 0, balance: 0, is_provider: false },
};

/**
 * How an account pays after a change, and its credit limit in minor units; null and undefined leave each as it is. `uuid`
 * is undefined for a new account; otherwise the caller's transaction has it locked, so that no campaign takes the room
 * meanwhile. Throws an error of the field for a limit without post-paid billing, and for one that the account has already
 * exceeded.
 */
export async function checkCredit(
  trx: Db,
  uuid: string | undefined,
  requested: { [K in keyof Credit]?: Credit[K] | null | undefined },
): Promise<Credit> {
  const { rows } = await sql<typeof NEW>`
    SELECT billing, credit_limit, balance, is_provider FROM account WHERE uuid = ${uuid ?? null}`.execute(
    trx,
  );
  const { balance, is_provider, ...former } = rows[0] ?? NEW;
  const billing = requested.billing ?? former.billing;
  if (billing === 'prepaid') {
    if (requested.credit_limit)
      throw invalidField('credit_limit', 'Only post-paid accounts have a credit limit.');
    if (balance < 0) {
      throw invalidField(
        'billing',
        `This account owes ${rupees(-balance)}. It can be prepaid once that is paid.`,
      );
    }
    return { billing, credit_limit: 0 };
  }
  if (is_provider)
    throw invalidField('billing', 'This is the provider\u2019s own account. It has no wallet.');
  const credit_limit = requested.credit_limit ?? former.credit_limit;
  if (balance < -credit_limit) {
    throw invalidField(
      'credit_limit',
      `This account owes ${rupees(-balance)}. The credit limit cannot be less than that.`,
    );
  }
  return { billing, credit_limit };
}
