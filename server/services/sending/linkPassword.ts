import { open, seal } from '../platform/keyring.ts';

const placeOf = (row: string) => ({ table: 'operator_link', column: 'password', row });

/** What is stored of the password of an operator link. */
export const sealPassword = (link: string, password: string): string => seal(placeOf(link), password);

/** The password that an operator is told. Throws UnreadableSecret. */
export const openPassword = (link: string, stored: string): string => open(placeOf(link), stored);
