import { latinDigits } from '#schema/phone.ts';

/** Rupees before a number as people write them, and the `/-` after it. */
const CURRENCY = /^(?:rs\.?|npr\.?|₨|रु\.?|रू\.?)\s*/i;
const ENDING = /\s*\/[-=]?$/;
/** Plain digits, or groups of two or three with the last of three; then at most two decimals that count. */
const AMOUNT = /^(\d+|\d{1,3}(?:[, ]\d{2,3})*[, ]\d{3})(?:\.(\d{0,2})0*)?$/;
/** Digits of rupees that an exact number of paisa may have. */
const DIGITS_MAX = 13;

/**
 * An amount of rupees as people type it, in paisa and exact: `12,34,567.89`, `१२,३४,५६७.८९`, `Rs. 500/-`.
 * undefined for what is no amount, or has fractions of a paisa; the largest safe integer for more than any
 * account holds, so that it is refused as too much.
 */
export function parseMoney(text: string): number | undefined {
  const plain = latinDigits(text)
    .replace(/[\u00a0\u202f]/g, ' ')
    .trim()
    .replace(CURRENCY, '')
    .replace(ENDING, '');
  const [, rupees, paisa = ''] = plain.match(AMOUNT) ?? [];
  if (rupees === undefined) return undefined;
  const whole = rupees.replace(/[, ]/g, '').replace(/^0+(?=\d)/, '');
  if (whole.length > DIGITS_MAX) return Number.MAX_SAFE_INTEGER;
  return Number(whole + paisa.padEnd(2, '0'));
}
