import { adMonths, bsMonths } from '#schema/dayTexts.ts';
import { latinDigits } from '#schema/phone.ts';
import type { EntryCalendar } from './dateEntry.ts';

const PAUSE = 1000;

const startsAs = (name: string, typed: string): boolean => name.startsWith(typed) || typed.startsWith(name);

/** The month (1 to 12) of a number, or of the start of a name in either language, looking on from the one after `current`. */
function monthOf(typed: string, calendar: EntryCalendar, current: number): number | undefined {
  const plain = latinDigits(typed);
  if (/^\d+$/.test(plain)) return Number(plain) >= 1 && Number(plain) <= 12 ? Number(plain) : undefined;
  const { en, ne } = calendar === 'bs' ? bsMonths : adMonths;
  const order = Array.from({ length: 12 }, (_, index) => ((current + index) % 12) + 1);
  return order.find((month) =>
    [en, ne].some((names) => startsAs((names[month - 1] ?? '').toLowerCase(), typed.toLowerCase())),
  );
}

/**
 * Finds a month by typing in its select. The browser's own search goes by the first letters of the options: it takes "11" for
 * twice "1" and chooses October, and finds no names, which stand after the numbers. Returns the month as the select's value,
 * '' while there is none, and undefined if the key is no text.
 */
export function createMonthTyping() {
  let typed = '';
  let last = Number.NEGATIVE_INFINITY;
  return (key: string, time: number, calendar: EntryCalendar, current: string): string | undefined => {
    if (!/^[\p{L}\p{M}\p{N}]+$/u.test(key) || /^[A-Za-z]{2}/.test(key)) return undefined;
    const isNew = time - last > PAUSE;
    last = time;
    typed = isNew ? key : typed + key;
    // While a word is typed, the month that it has found stays.
    const from = Number(current || 0) - (typed.length > 1 ? 1 : 0);
    let found = monthOf(typed, calendar, Math.max(from, 0));
    // A key that continues nothing begins anew; the same letter again is the next month of that letter.
    if (found === undefined && latinDigits(typed) !== '0') {
      typed = key;
      found = monthOf(key, calendar, Number(current || 0));
    }
    return found === undefined ? '' : String(found);
  };
}
