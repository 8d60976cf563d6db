import { z } from 'zod';
import { ownAccount } from './account.ts';
import { addressChange } from './addressChange.ts';
import { calendarYear } from './calendarYear.ts';
import { defineEntity, field } from './entity.ts';
import { pairs } from './pairs.ts';
import { type Role, roles } from './permissions.ts';
import { shownName } from './shownText.ts';
import { passkeyAnswer, secondFactorCode } from './twoFactor.ts';

const required = z.string().min(1, 'Required').max(200);

export const credentials = z.strictObject({
  email: z.string().trim().min(1, 'Required').max(254),
  password: required,
  /** A code of the authenticator app or a recovery code: requested after a correct password (`two_factor_required`). */
  code: secondFactorCode.nullish(),
  /** Instead of a code, for the options in `data.passkey` of that answer. */
  passkey: passkeyAnswer.nullish(),
});

export const changePassword = z.strictObject({ old_password: required, new_password: required });

/** What users can see and change of themselves; PUT takes the fields with write `always`. */
export const ownUser = defineEntity({
  name: 'profile',
  path: '/v1/autho/user/profile/',
  read: ['profile-my', 'get'],
  write: ['profile-my', 'post'],
  writes: ['update'],
  title: 'name',
  fields: {
    name: field('text', z.string(), { input: shownName(120) }),
    email: field('email', z.string(), { write: 'never' }),
    /** E.164, however it was typed. */
    phone: field('phone', z.string().trim().max(30).nullish()),
  },
});

/** The current user, as returned by GET /v1/autho/user/profile/; `wallet.balance` is in minor units. */
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
    /** As the account has it; null if it has none. */
    pan: z.string().nullish(),
  }),
  /**
   * `balance` and `credit_limit` (how far below zero it may fall; minor units) are null without `balancePair`. `is_demo`:
   * demonstration money, which is not real.
   */
  wallet: z.object({
    balance: z.int().nullable(),
    credit_limit: z.int().nullish(),
    is_demo: z.boolean().optional(),
  }),
  /** The staff member who is signed in as this user, read only; null in the user's own sessions. */
  acting: z.object({ name: z.string() }).nullish(),
  /** Two-factor sign-in; a user who must set it up can do nothing else until then. */
  two_factor: z
    .object({ enabled: z.boolean(), must_enrol: z.boolean(), passkeys: z.int().optional() })
    .nullish(),
  /** A change of the user's address that the new address has not confirmed. */
  address_change: addressChange.nullish(),
  /** Years of Bikram Sambat that administrators added to the console's own table. */
  calendar_years: z.array(calendarYear).nullish(),
  /**
   * Where a message sent now would go: to an operator (even one that is paused or down), only to the simulator, which
   * delivers to nobody, or nowhere.
   */
  sending: z.enum(['operator', 'simulator', 'none']).optional(),
  /** The account has an approved Viber identity: Send Bulk SMS then has a choice of channels, before its names have come. */
  viber: z.boolean().optional(),
  /** What the server offers beside the specification's catalogue (features.ts). */
  offers: z.array(z.string().max(60)).max(500).nullish(),
  ui_permissions: pairs,
});
export type Profile = z.infer<typeof profile>;

/**
 * A session's token, with its user where that saves a request. `also`: the page of a list that the request asked for (`Prefer:
 * also="..."`) unless the user may not read it. `drawn`: that list as this server's console draws it, if the request told with which
 * look (`; look="..."`).
 */
export const signedIn = z.object({
  token: z.string(),
  user: profile.optional(),
  also: z.unknown().optional(),
  drawn: z.object({ html: z.string(), css: z.string() }).optional(),
});

/** Lifetime of a token and of its cookie, in seconds (specification, section 9). */
export const TOKEN_SECONDS = 72_000;
