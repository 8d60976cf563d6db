import { format, getFormatFromId, isDateFormat } from 'numfmt';
import { addNepali } from './nepali.ts';

addNepali();

/** How the cells of one style are displayed. */
export interface CellFormat {
  /** A number as it is stored. */
  number(stored: string): string;
  text(text: string): string;
}

const REGIONAL_DATE = /^m\/d\/yyyy/;
/** From this id on, files define the meaning of a number themselves. */
const OWN_CODES = 82;

/**
 * The code of a format: from the file, or by its number. Some numbers mean a date in the reader's regional format, which is
 * not in the file; those are shown as 2026-11-23, which is unambiguous.
 */
export function formatCode(id: number, given: string | undefined): string {
  const builtIn = id < OWN_CODES ? getFormatFromId(id) : 'General';
  if (!REGIONAL_DATE.test(builtIn)) return given ?? builtIn;
  return builtIn.replace(REGIONAL_DATE, 'yyyy-mm-dd').replace(' h:', ' hh:');
}

const WHOLE = /^-?\d{1,15}$/;

/**
 * A number with all its digits: no exponent, no binary rounding noise. Used for cells without a format and for those with
 * an exponent, where Excel shows 9.84E+09, because a phone number must survive.
 */
function shownNumber(stored: string): string {
  if (WHOLE.test(stored)) return stored;
  const number = Number(stored);
  if (!Number.isFinite(number)) return stored;
  if (Number.isInteger(number)) return BigInt(number).toString();
  return String(Number(number.toPrecision(15)));
}

/** Days between Excel's two calendars; that of old Macs begins in 1904. */
const DAYS_TO_1904 = 1462;
const ELAPSED = /\[(h+|m+|s+)\]/i;
const LITERALS = /"[^"]*"|\\.|_.|\*.|\[[^\]]*\]/g;
const LANGUAGE = /\[\$([^\]-]*)-[^\]]*\]/g;
/** Excel's mark for a country's own digits; 04 is Devanagari. */
const DEVANAGARI = /\[\$[^\]-]*-0?4[0-9a-f]{6}\]/i;
const OPTIONS = { dateErrorThrows: false, dateErrorNumber: true, skipChar: '', fillChar: '', nbsp: false };

const devanagari = (text: string): string =>
  text.replace(/\d/g, (digit) => String.fromCharCode(0x0966 + Number(digit)));

const asItIs = (text: string): string => text;

function shownBy(given: string, is1904: boolean): (stored: string) => string {
  const isDate = isDateFormat(given);
  // A language changes the names of months and days. Numbers keep the reader's separators, as in Excel.
  const code = isDate
    ? given
    : given.replace(LANGUAGE, (_, currency: string) => (currency ? `[$${currency}]` : ''));
  const bare = code.replace(LITERALS, '');
  if (/^(general|@)?$/i.test(code.trim()) || /E[+-]/i.test(bare)) return shownNumber;
  if (/^0+$/.test(given)) {
    return (stored) =>
      /^\d{1,15}$/.test(stored)
        ? stored.replace(/^0+(?=.)/, '').padStart(code.length, '0')
        : formatted(code, Number(stored));
  }
  const shift = is1904 && isDate && !ELAPSED.test(code) ? DAYS_TO_1904 : 0;
  const isGeneral = /general/i.test(bare);
  const hasOwnDigits = DEVANAGARI.test(given);
  return (stored) => {
    const number = Number(stored) + shift;
    if (!Number.isFinite(number)) return stored;
    // Excel's own General format would give a long number an exponent.
    const shown = formatted(
      isGeneral && Number.isInteger(number) ? code.replace(/general/gi, '0') : code,
      number,
    );
    return hasOwnDigits ? devanagari(shown) : shown;
  };
}

/** An invalid code leaves its cells unchanged. */
function formatted(code: string, value: number | string): string {
  try {
    return format(code, value, OPTIONS);
  } catch {
    return typeof value === 'number' ? shownNumber(String(value)) : value;
  }
}

/** Excel's limit. Reading a code takes a time that grows with the square of its length. */
const CODE_MAX = 255;

/** Formats cells with this code, as Excel does. */
export function cellFormat(code: string, is1904: boolean): CellFormat {
  if (code.length > CODE_MAX) return cellFormat('General', is1904);
  const changesText = code.includes('@') && code.trim() !== '@' && !/;@$/.test(code);
  return {
    number: shownBy(code, is1904),
    text: changesText ? (text) => formatted(code, text) : asItIs,
  };
}
