import { z } from 'zod';
import { choice, defineEntity, field } from './entity.ts';
import { ofAccount } from './ofAccount.ts';

/**
 * Credit limits of post-paid accounts that staff have raised: above the provider's limit (`second_person_above`) requested
 * by one person, and confirmed or rejected by another; otherwise by one. Minor units. Ours.
 */
export const creditLimitChange = defineEntity({
  name: 'admin/credit-limits',
  path: '/v1/admin/credit-limits/',
  read: ['account-list', 'get'],
  tenancy: 'staff',
  title: 'account_name',
  fields: {
    ...ofAccount,
    /** The limit when it was requested, and the one that was requested. */
    former: field('money', z.int(), { write: 'never' }),
    credit_limit: field('money', z.int(), { write: 'never' }),
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
export type CreditLimitChange = z.infer<typeof creditLimitChange.record>;
