import { z } from 'zod';
import { defineEntity, field } from './entity.ts';
import { ofAccount } from './ofAccount.ts';
import { secondPersonFields } from './secondPerson.ts';

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
    ...secondPersonFields,
  },
});
export type CreditLimitChange = z.infer<typeof creditLimitChange.record>;
