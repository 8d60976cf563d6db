import { latinDigits } from '#schema/phone.ts';

const literal = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** A pattern for LIKE: any part of a name. Trigrams need three characters; fewer match the start. */
export const containing = (text: string): string =>
  text.length < 3 ? `${literal(text)}%` : `%${literal(text)}%`;

/** Patterns for LIKE: how a number in E.164 may start that begins like this. None for what is no number. */
export function phoneStarts(text: string): string[] {
  const digits = latinDigits(text).replace(/[\s()-]/g, '');
  if (!/^\+?\d{2,15}$/.test(digits)) return [];
  const starts = digits.startsWith('+')
    ? [digits]
    : [`+${digits}`, `+977${digits}`, `+977${digits.replace(/^0+/, '')}`];
  return [...new Set(starts)].map((start) => `${literal(start)}%`);
}
