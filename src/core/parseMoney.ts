import { latinDigits } from '#schema/phone.ts';

/** A rupee prefix before a number, and a `/-` suffix. */
const CURRENCY = /^(?:rs\.?|npr\.?|₨|रु\.?|रू\.?)\s*/i;
const ENDING = /\s*\/[-=]?$/;
/** Plain digits, or groups of two or three ending with three: a comma elsewhere may be a decimal one. */
export const WHOLE = String.raw`\d+|\d{1,3}(?:[, ]\d{2,3})*[, ]\d{3}`;
/** With at most two significant decimals. */
const AMOUNT = RegExp(String.raw`^(${WHOLE})(?:\.(\d{0,2})0*)?$`);
/** Maximum rupee digits for an exact number of paisa. */
const DIGITS_MAX = 13;

/**
 * Parses a typed rupee amount exactly to paisa: `12,34,567.89`, `१२,३४,५६७.८९`, `Rs. 500/-`. Undefined if it is not an
 * amount, or has fractions of a paisa; the largest safe integer if it exceeds what any account has, so that it is refused
 * as too much.
 */
export function parseMoney(text: string): number | undefined {
  const plain = latinDigits(text)
    .replace(/[\u00a0\u202f]/g, ' ')
    .trim()
    .replace(CURRENCY, '')
    .replace(ENDING, '')
    .replace(/^\.(?=\d)/, '0.');
  const [, rupees, paisa = ''] = plain.match(AMOUNT) ?? [];
  if (rupees === undefined) return undefined;
  const whole = rupees.replace(/[, ]/g, '').replace(/^0+(?=\d)/, '');
  if (whole.length > DIGITS_MAX) return Number.MAX_SAFE_INTEGER;
  return Number(whole + paisa.padEnd(2, '0'));
}
