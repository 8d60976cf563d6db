import { z } from 'zod';
import { shownName } from './shownText.ts';
import { selfProof, TWO_FACTOR } from './twoFactor.ts';

/** GET lists, POST adds one (ours). `options/` precedes adding; `{uuid}/remove/` removes one. */
export const PASSKEYS = `${TWO_FACTOR}passkeys/`;
/** POST returns what an authenticator must sign to confirm the caller (ours). */
export const PROVE_OPTIONS = '/v1/autho/prove/passkey/';
/** The passkeys of a user. */
export const PASSKEYS_MAX = 20;

/** WebAuthn options: JSON for the browser, opaque to everybody else. */
export const passkeyOptions = z.record(z.string(), z.unknown());
export type PasskeyOptions = z.infer<typeof passkeyOptions>;

export const passkey = z.object({
  uuid: z.uuid(),
  name: z.string(),
  /** Whether it is synced to the user's other devices. */
  backed_up: z.boolean(),
  created_at: z.iso.datetime(),
  last_used_at: z.iso.datetime().nullable(),
});
export type Passkey = z.infer<typeof passkey>;

/**
 * The answer to adding one: all passkeys, and the recovery codes, shown only this once, if it is the first second factor.
 */
export const addedPasskey = z.object({
  data: z.array(passkey),
  recovery_codes: z.array(z.string()).nullable(),
});
export type AddedPasskey = z.infer<typeof addedPasskey>;

/** POST options/ and {uuid}/remove/: the caller proves their identity. */
export const passkeyProof = z.strictObject(selfProof);

const part = z.string().max(20_000);
/** POST: a name and the authenticator's response to the options, base64url as in WebAuthn's JSON. */
export const newPasskey = z.strictObject({
  name: shownName(60),
  answer: z.strictObject({
    id: z.string().max(2000),
    rawId: z.string().max(2000),
    type: z.literal('public-key'),
    response: z.strictObject({
      clientDataJSON: part,
      attestationObject: part,
      transports: z.array(z.string().max(30)).max(10).nullish(),
    }),
  }),
});
export type NewPasskey = z.infer<typeof newPasskey>;
