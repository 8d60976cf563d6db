import { z } from 'zod';
import { selfProof, TWO_FACTOR } from './twoFactor.ts';

/** GET lists, POST adds one (ours); `options/` comes before adding, `{uuid}/remove/` takes one away. */
export const PASSKEYS = `${TWO_FACTOR}passkeys/`;
/** POST answers what an authenticator signs to show that it is the caller (ours). */
export const PROVE_OPTIONS = '/v1/autho/prove/passkey/';
/** Passkeys of one user. */
export const PASSKEYS_MAX = 20;

/** What WebAuthn calls options: JSON for the browser, which nobody else reads. */
export const passkeyOptions = z.record(z.string(), z.unknown());
export type PasskeyOptions = z.infer<typeof passkeyOptions>;

export const passkey = z.object({
  uuid: z.uuid(),
  name: z.string(),
  /** Whether it is copied to the user's other devices. */
  backed_up: z.boolean(),
  created_at: z.iso.datetime(),
  last_used_at: z.iso.datetime().nullable(),
});
export type Passkey = z.infer<typeof passkey>;

/** What adding one answers: all of them, and the recovery codes, this one time, where it is the first second factor. */
export const addedPasskey = z.object({
  data: z.array(passkey),
  recovery_codes: z.array(z.string()).nullable(),
});
export type AddedPasskey = z.infer<typeof addedPasskey>;

/** POST options/ and {uuid}/remove/: who asks shows that it is them. */
export const passkeyProof = z.strictObject(selfProof);

const part = z.string().max(20_000);
/** POST: a name, and what the authenticator answered to the options. Base64url, as WebAuthn's JSON has it. */
export const newPasskey = z.strictObject({
  name: z.string().trim().min(1, 'Required').max(60),
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
