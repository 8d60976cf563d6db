import { open, seal } from '../platform/keyring.ts';

const placeOf = (row: string) => ({ table: 'operator_link', column: 'password', row });

/** An operator link's password as stored. */
export const sealPassword = (link: string, password: string): string => seal(placeOf(link), password);

/** The password to send to an operator. Throws UnreadableSecret. */
export const openPassword = (link: string, stored: string): string => open(placeOf(link), stored);
