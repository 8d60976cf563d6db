import { z } from 'zod';
import { defineEntity, field } from './entity.ts';
import { ofAccount } from './ofAccount.ts';
import { secondPersonFields } from './secondPerson.ts';

/**
 * Adjustments of wallets above the provider's limit (`second_person_above`): requested by one person, confirmed or rejected
 * by another. Ours.
 */
export const walletAdjustment = defineEntity({
  name: 'admin/wallet-adjustments',
  path: '/v1/admin/wallet-adjustments/',
  read: ['wallet-list', 'get'],
  tenancy: 'staff',
  title: 'account_name',
  fields: {
    ...ofAccount,
    /** Signed, in minor units. */
    amount: field('money', z.int(), { write: 'never' }),
    reason: field('text', z.string(), { write: 'never', list: false }),
    ...secondPersonFields,
  },
});
export type WalletAdjustment = z.infer<typeof walletAdjustment.record>;
