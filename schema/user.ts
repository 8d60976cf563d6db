import { z } from 'zod';
import { pairs, type Role, roles } from './permissions.ts';

const required = z.string().min(1, 'Required').max(200);

export const credentials = z.strictObject({
  email: z.string().trim().min(1, 'Required').max(254),
  password: required,
});

export const signedIn = z.object({ token: z.string() });

export const changePassword = z.strictObject({ old_password: required, new_password: required });

/** The current user, as GET /v1/autho/user/profile/ answers; `wallet.balance` is in minor units. */
export const profile = z.object({
  uuid: z.uuid(),
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  role: z.enum(Object.keys(roles) as [Role, ...Role[]]),
  account: z.object({ uuid: z.uuid(), name: z.string() }),
  wallet: z.object({ balance: z.int() }),
  ui_permissions: pairs,
});
export type Profile = z.infer<typeof profile>;

/** Life of a token and of its cookie, in seconds (specification, section 9). */
export const TOKEN_SECONDS = 72_000;
