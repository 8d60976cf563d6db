import { z } from 'zod';
import { ownAccount } from './account.ts';
import { defineEntity, field } from './entity.ts';
import { pairs, type Role, roles } from './permissions.ts';

const required = z.string().min(1, 'Required').max(200);

export const credentials = z.strictObject({
  email: z.string().trim().min(1, 'Required').max(254),
  password: required,
});

export const signedIn = z.object({ token: z.string() });

export const changePassword = z.strictObject({ old_password: required, new_password: required });

/** What users may know and change of themselves; PUT to the path takes what is written `always`. */
export const ownUser = defineEntity({
  name: 'profile',
  path: '/v1/autho/user/profile/',
  read: ['profile-my', 'get'],
  write: ['profile-my', 'post'],
  writes: ['update'],
  title: 'name',
  fields: {
    name: field('text', z.string().trim().min(1, 'Required').max(120)),
    email: field('email', z.string(), { write: 'never' }),
    /** E.164, however it was typed. */
    phone: field('phone', z.string().trim().max(30).nullish()),
  },
});

/** The current user, as GET /v1/autho/user/profile/ answers; `wallet.balance` is in minor units. */
export const profile = z.object({
  uuid: z.uuid(),
  name: z.string(),
  email: ownUser.fields.email.schema,
  phone: z.string().nullable(),
  role: z.enum(Object.keys(roles) as [Role, ...Role[]]),
  account: z.object({
    uuid: z.uuid(),
    name: z.string(),
    type: ownAccount.fields.type.schema,
    kyc_status: ownAccount.fields.kyc_status.schema,
  }),
  wallet: z.object({ balance: z.int() }),
  ui_permissions: pairs,
});
export type Profile = z.infer<typeof profile>;

/** Life of a token and of its cookie, in seconds (specification, section 9). */
export const TOKEN_SECONDS = 72_000;
