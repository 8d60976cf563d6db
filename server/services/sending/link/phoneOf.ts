import { readPhone } from '#schema/phone.ts';

/** A type of number (SMPP 3.4, 5.2.5). */
export const INTERNATIONAL = 1;
export const NATIONAL = 2;

/** A number's digits without the calling code of Nepal; as they are if what follows is no whole number. */
export const withoutNepal = (digits: string): string => digits.replace(/^977(?=\d{8})/, '');

/**
 * Converts an operator's spelling of a phone (with or without +, 00 or the national 0, or national) to E.164.
 * @param ton type of number; 0 where the operator says none.
 * @param country calling code put before a national number.
 */
export function phoneOf(addr: string, ton: number, country = '977'): string {
  const given = addr.replace(/\D/g, '');
  const digits = given.replace(/^0+/, '');
  // Some operators call every number international.
  const isMobile = country === '977' && readPhone(digits).phone !== undefined;
  const isNational = digits.length <= 10 && (ton !== INTERNATIONAL || /^0[1-9]/.test(given) || isMobile);
  return `+${isNational ? country : ''}${digits}`;
}
