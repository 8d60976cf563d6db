import type { BankAccount } from '#schema/billingSettings.ts';
import { manualMethods, type PaymentOptions, TOPUP_MAX, TOPUP_MIN } from '#schema/paymentReference.ts';
import type { Db } from '../../db/database.ts';
import { type BillingEnvironment, fixedBilling, instructionsOf, readBilling } from './billingSettings.ts';
import type { OnlinePayments } from './online/onlinePayments.ts';

const accountLine = ({ bank, branch, name, number }: BankAccount): string =>
  [bank, branch, name, number].filter(Boolean).join(', ');

/** How customers can pay now, and where to. */
export async function paymentOptionsNow(
  db: Db,
  env: BillingEnvironment,
  online: Pick<OnlinePayments, 'methods'>,
): Promise<PaymentOptions> {
  const billing = await readBilling(db, env);
  const byMethod = Object.fromEntries(
    manualMethods.flatMap((method) => {
      const text = billing[instructionsOf(method)];
      return text ? [[method, text]] : [];
    }),
  );
  // The environment's text is complete: it has the account, too.
  const accounts = fixedBilling(env).includes('bank_instructions') ? [] : billing.bank_accounts;
  return {
    methods: [...billing.payment_methods, ...(await online.methods())],
    instructions: [...accounts.map(accountLine), billing.bank_instructions ?? ''].join('\n').trim(),
    accounts,
    method_instructions: byMethod,
    topup_min: billing.topup_min ?? TOPUP_MIN,
    topup_max: billing.topup_max ?? TOPUP_MAX,
  };
}
