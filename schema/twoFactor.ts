import { z } from 'zod';

/** Everything of the caller's own second factor lies under this path (ours). */
export const TWO_FACTOR = '/v1/autho/two-factor/';

/** How many recovery codes there are, each for one sign-in. */
export const RECOVERY_CODES = 10;

/** A code of the authenticator app, or a recovery code, as it may be typed. */
export const secondFactorCode = z.string().trim().min(1, 'Required').max(40);
const password = z.string().min(1, 'Required').max(200);

/** What a passkey signed (WebAuthn's JSON, base64url), for the options that the server gave. */
const part = z.string().max(8000);
export const passkeyAnswer = z.strictObject({
  id: z.string().max(2000),
  rawId: z.string().max(2000),
  type: z.literal('public-key'),
  response: z.strictObject({
    clientDataJSON: part,
    authenticatorData: part,
    signature: part,
    userHandle: part.nullish(),
  }),
});
export type PasskeyAnswer = z.infer<typeof passkeyAnswer>;

/** How callers show that it is them: by a code or a passkey where two-factor sign-in is on, else by their password. */
export const selfProof = {
  password: z.string().max(200).nullish(),
  code: z.union([z.literal(''), secondFactorCode]).nullish(),
  passkey: passkeyAnswer.nullish(),
};

/** GET: how it stands with the caller. */
export const twoFactor = z.object({
  enabled: z.boolean(),
  /** Whether there is an authenticator app: who has passkeys may do without. */
  app: z.boolean(),
  /** Recovery codes that are not used. */
  recovery_codes_left: z.int(),
  /** Whether the provider demands it of the caller. */
  required: z.boolean(),
});
export type TwoFactor = z.infer<typeof twoFactor>;

/** POST start/: asks for a proof, so that nobody sets it up in a session that was left open. */
export const twoFactorStart = z.strictObject(selfProof);
/** What start/ answers; it is asked for at sign-in once confirm/ has seen a code of it. */
export const twoFactorSecret = z.object({ secret: z.string(), uri: z.string() });
export type TwoFactorSecret = z.infer<typeof twoFactorSecret>;

/** POST confirm/. */
export const twoFactorConfirm = z.strictObject({ code: secondFactorCode });
/** POST recovery-codes/ and turn-off/: the password, and a code or a passkey. */
export const twoFactorProof = z.strictObject({ ...selfProof, password });
/** What confirm/ and recovery-codes/ answer, this one time; confirm/ of an app beside passkeys none. */
export const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) });
export type RecoveryCodes = z.infer<typeof recoveryCodes>;
