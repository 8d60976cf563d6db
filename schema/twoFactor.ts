import { z } from 'zod';

/** Everything about the caller's own second factor is below this path (ours). */
export const TWO_FACTOR = '/v1/autho/two-factor/';

/** Number of recovery codes; each works for one sign-in. */
export const RECOVERY_CODES = 10;

/** A code of the authenticator app or a recovery code, as typed. */
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

/** How callers prove their identity: by a code or a passkey if two-factor sign-in is on, otherwise by password. */
export const selfProof = {
  password: z.string().max(200).nullish(),
  code: z.union([z.literal(''), secondFactorCode]).nullish(),
  passkey: passkeyAnswer.nullish(),
};

/** GET: the caller's current state. */
export const twoFactor = z.object({
  enabled: z.boolean(),
  /** Whether an authenticator app is set up; with passkeys it is optional. */
  app: z.boolean(),
  /** Unused recovery codes. */
  recovery_codes_left: z.int(),
  /** Whether the provider requires it of the caller. */
  required: z.boolean(),
});
export type TwoFactor = z.infer<typeof twoFactor>;

/** POST start/: needs a proof, so that nobody sets it up in a session that was left open. */
export const twoFactorStart = z.strictObject(selfProof);
/** The answer of start/. Sign-in asks for codes only after confirm/ has accepted one. */
export const twoFactorSecret = z.object({ secret: z.string(), uri: z.string() });
export type TwoFactorSecret = z.infer<typeof twoFactorSecret>;

/** POST confirm/. */
export const twoFactorConfirm = z.strictObject({ code: secondFactorCode });
/** POST recovery-codes/ and turn-off/: the password, and a code or a passkey. */
export const twoFactorProof = z.strictObject({ ...selfProof, password });
/** The answer of confirm/ and recovery-codes/, shown only this once; confirm/ returns none if there are passkeys. */
export const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) });
export type RecoveryCodes = z.infer<typeof recoveryCodes>;
