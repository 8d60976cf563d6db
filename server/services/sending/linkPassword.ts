import { randomBytes, timingSafeEqual } from 'node:crypto';
import { open, seal } from '../platform/keyring.ts';

const placeOf = (row: string, column: 'password' | 'callback_secret' = 'password') => ({
  ...{ table: 'operator_link', column, row },
});

/** An operator link's password, or the secret of an HTTP link, as stored. */
export const sealPassword = (link: string, password: string): string => seal(placeOf(link), password);

/** The password to send to an operator. Throws UnreadableSecret. */
export const openPassword = (link: string, stored: string): string => open(placeOf(link), stored);

/** A new random end of a link's address for receipts, as stored. */
export const newCallbackSecret = (link: string): string =>
  seal(placeOf(link, 'callback_secret'), randomBytes(24).toString('base64url'));

/** Path of the address at which a link's operator reports results. Throws UnreadableSecret. */
export const callbackPath = (link: string, stored: string): string =>
  `/v1/operator-callbacks/${link}/${open(placeOf(link, 'callback_secret'), stored)}/`;

/** Whether a path is that of the link, compared in constant time. */
export function isCallbackPath(link: string, stored: string, path: string): boolean {
  const [known, given] = [callbackPath(link, stored), path].map((one) => Buffer.from(one));
  return known?.length === given?.length && timingSafeEqual(known as Buffer, given as Buffer);
}
