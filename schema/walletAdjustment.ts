import { z } from 'zod';
import { choice, defineEntity, field } from './entity.ts';
import { ofAccount } from './ofAccount.ts';

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
    status: choice(['pending', 'confirmed', 'rejected'], { write: 'never' }),
    /** Who requested it and who decided; null until then. */
    asked_by: field('reference', z.uuid(), { write: 'never', list: false, of: 'users' }),
    asked_by_name: field('text', z.string(), { write: 'never' }),
    decided_by_name: field('text', z.string().nullable(), { write: 'never' }),
    decided_at: field('datetime', z.iso.datetime().nullable(), { write: 'never', list: false }),
    /** Why it was rejected. */
    note: field('text', z.string().nullable(), { write: 'never', list: false }),
  },
});
export type WalletAdjustment = z.infer<typeof walletAdjustment.record>;

/** POST {adjustments}{uuid}/reject/ */
export const adjustmentRejected = z.strictObject({
  reason: z.string().trim().min(1, 'Required').max(300),
});
