import { z } from 'zod';
import { choice, defineEntity, field } from './entity.ts';
import { latinDigits } from './phone.ts';

/** What KYC has proved of an account, and so may no longer be changed by its users. */
export const provedByKyc = ['name', 'type', 'pan'] as const;

const NOT_PAN = 'A PAN has 9 digits.';

/** The caller's own account: a person or a company. */
export const ownAccount = defineEntity({
  name: 'profile/account',
  path: '/v1/autho/accounts/',
  read: ['profile-my', 'get'],
  write: ['profile-my', 'post'],
  writes: ['update'],
  title: 'name',
  fields: {
    name: field('text', z.string().trim().min(1, 'Required').max(200)),
    type: choice(['individual', 'company']),
    /** Permanent account number of Nepal's tax office (Inland Revenue Department): nine digits. */
    pan: field(
      'text',
      z
        .string()
        .trim()
        .overwrite((text) => latinDigits(text).replace(/[\s-]/g, ''))
        .regex(/^\d{9}$/, NOT_PAN)
        .nullish(),
    ),
    /** As it stands on invoices. */
    address: field('text', z.string().trim().max(300).nullish()),
    kyc_status: choice(['none', 'pending', 'approved', 'rejected'], { write: 'never' }),
  },
});
export type OwnAccount = z.infer<typeof ownAccount.record>;
