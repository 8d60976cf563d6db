import { z } from 'zod';
import { emailAddress } from './signup.ts';
import { selfProof } from './twoFactor.ts';

/** Hours that the link of a mail can be used that confirms a new address. */
export const ADDRESS_HOURS = 24;
/** Hours after a change in which staff send the user no link to a new password. */
export const ADDRESS_HOLD_HOURS = 24;

/** POST asks for a change of the caller's own address; `resend/` and `cancel/` lie under it (ours). */
export const OWN_ADDRESS = '/v1/autho/user/address/';
export const addressChangeInput = z.strictObject({ email: emailAddress, ...selfProof });

/** A change that waits for the new address to confirm it; null when none does. */
export const addressChange = z.object({ email: z.string(), expires_at: z.iso.datetime() }).nullable();

/** POST confirms by a mailed link, `check/` changes nothing, so that mail scanners may follow links (ours). */
export const ADDRESS_LINK = '/v1/autho/address/';
export const addressLink = z.strictObject({ link: z.string().max(100) });
/** The address that a link would confirm; null where the link cannot be used. */
export const addressLinkChecked = z.object({ email: z.string().nullable() });
export type AddressLinkChecked = z.infer<typeof addressLinkChecked>;
