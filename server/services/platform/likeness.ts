import { latinDigits } from '#schema/phone.ts';

const literal = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** A LIKE pattern for any part of a name. Trigrams need three characters; shorter texts match the start. */
export const containing = (text: string): string =>
  text.length < 3 ? `${literal(text)}%` : `%${literal(text)}%`;

/** LIKE patterns for the possible starts of E.164 numbers that match this text. None if it is not a number. */
export function phoneStarts(text: string): string[] {
  const digits = latinDigits(text).replace(/[\s()-]/g, '');
  if (!/^\+?\d{2,15}$/.test(digits)) return [];
  const starts = digits.startsWith('+')
    ? [digits]
    : [`+${digits}`, `+977${digits}`, `+977${digits.replace(/^0+/, '')}`];
  return [...new Set(starts)].map((start) => `${literal(start)}%`);
}
