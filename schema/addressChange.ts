import { z } from 'zod';
import { emailAddress } from './signup.ts';
import { selfProof } from './twoFactor.ts';

/** Hours that the link to confirm a new address is valid. */
export const ADDRESS_HOURS = 24;
/** Hours after a change of address during which staff cannot send the user a password link. */
export const ADDRESS_HOLD_HOURS = 24;

/** POST requests a change of the caller's own address; `resend/` and `cancel/` are below this path (ours). */
export const OWN_ADDRESS = '/v1/autho/user/address/';
export const addressChangeInput = z.strictObject({ email: emailAddress, ...selfProof });

/** A change that the new address has not confirmed yet; null when there is none. */
export const addressChange = z.object({ email: z.string(), expires_at: z.iso.datetime() }).nullable();

/** POST confirms with the mailed link. `check/` changes nothing, so mail scanners may follow the link (ours). */
export const ADDRESS_LINK = '/v1/autho/address/';
export const addressLink = z.strictObject({ link: z.string().max(100) });
/** The address that the link confirms; null when the link cannot be used. */
export const addressLinkChecked = z.object({ email: z.string().nullable() });
export type AddressLinkChecked = z.infer<typeof addressLinkChecked>;
