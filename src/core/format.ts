import type { BsDay } from '#schema/bikramSambat.ts';
import { currency } from '#schema/currency.ts';
import { adDayText, adMonths, bsDayText, bsMonths } from '#schema/dayTexts.ts';
import { now } from './clock.ts';
import { bikramSambat, noBsDate } from './nepaliDate.ts';
import { preferences } from './preferences.ts';

/** Kathmandu's offset in minutes: fixed since 1986, so that no browser's zone data is needed. */
const NEPAL_OFFSET = 345;
/** The zone, as shown after every time, and in full for tooltips and form help. */
const ZONE = 'NPT';
export const ZONE_IN_FULL = 'NPT, UTC+05:45';

/** Latin digits converted to the reader's choice: Devanagari only in Nepali, and only if chosen. */
export function digits(text: string): string {
  const { language, digits: chosen } = preferences.get();
  if (language !== 'ne' || chosen !== 'devanagari') return text;
  return text.replace(/\d/g, (digit) => String.fromCharCode(0x0966 + Number(digit)));
}

/**
 * 1234567 as 12,34,567: the last three digits, then groups of two. Browsers' own ne-NP data disagree with
 * each other.
 */
const group = (whole: string): string =>
  whole.length <= 3 ? whole : `${whole.slice(0, -3).replace(/\B(?=(\d\d)+$)/g, ',')},${whole.slice(-3)}`;

function decimal(value: number, least: number, most: number): string {
  if (!Number.isFinite(value)) return '–';
  const [whole = '0', rest = ''] = Math.abs(value).toFixed(most).split('.');
  const fraction = rest.slice(0, least) + rest.slice(least).replace(/0+$/, '');
  const sign = value < 0 && /[1-9]/.test(whole + fraction) ? '-' : '';
  return digits(sign + group(whole) + (fraction ? `.${fraction}` : ''));
}

/** A count: 1234567 -> 12,34,567. `most`: how many decimals to show at most. */
export const number = (value: number | null | undefined, most = 0): string =>
  decimal(value ?? Number.NaN, 0, most);

/**
 * Shown instead of an amount that the server gave in a different unit from the contract's, and instead of
 * sums with it.
 */
const unreadable = { en: 'Unreadable amount', ne: 'रकम पढ्न सकिएन' };

/**
 * Money in minor units (paisa): 123456700 -> 12,34,567.00. For an amount that could not be read (NaN) it says
 * so.
 */
export const money = (minor: number | null | undefined): string =>
  Number.isNaN(minor) ? unreadable[preferences.get().language] : decimal((minor ?? Number.NaN) / 100, 2, 2);

/**
 * A price in minor units that may be fractional: 135.6 -> 1.356. At least two decimals and at most `most`;
 * prices of the contract have up to six.
 */
export const price = (minor: number | null | undefined, most = 4): string =>
  decimal((minor ?? Number.NaN) / 100, 2, most);

/** An amount as text with the currency before it: `Rs. 1.50`, `-Rs. 1.50`. */
const withCurrency = (text: string): string =>
  text.startsWith('-')
    ? `-${withCurrency(text.slice(1))}`
    : `${currency[preferences.get().language]}\u00a0${text}`;

/** Money in minor units with its currency: 123456700 -> Rs. 12,34,567.00. Unreadable and missing amounts as `money`. */
export const rupees = (minor: number | null | undefined): string =>
  Number.isFinite(minor ?? Number.NaN) ? withCurrency(money(minor)) : money(minor);

/** A price in minor units with its currency: 135.6 -> Rs. 1.356. Decimals and missing prices as `price`. */
export const priceInRupees = (minor: number | null | undefined, most?: number): string =>
  Number.isFinite(minor ?? Number.NaN) ? withCurrency(price(minor, most)) : price(minor, most);

/** A fraction as whole percent; 100 only when it is complete. */
export const percent = (fraction: number): string =>
  Number.isNaN(fraction)
    ? '–'
    : `${digits(String(fraction >= 1 ? 100 : Math.min(99, Math.round(fraction * 100))))}%`;

const two = (value: number): string => String(value).padStart(2, '0');
/** A record's date, which may be missing: `new Date(null)` would be a day in 1970. */
type Iso = string | null | undefined;
const inNepal = (iso: Iso): Date => new Date(new Date(iso ?? '').getTime() + NEPAL_OFFSET * 60_000);

/** Whether a text is an ISO day: `2026-01-02`. */
export const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text);

/** Midnight UTC of a calendar day: an ISO day, or an ISO time's day in Kathmandu. */
export const dayOf = (iso: Iso): Date => (isDay(iso ?? '') ? new Date(`${iso}T00:00:00Z`) : inNepal(iso));

const adDay = (at: Date): string =>
  digits(adDayText(at.toISOString().slice(0, 10), preferences.get().language));

/** `6 Mangsir 2083`, in Nepali `२०८३ मंसिर ६`, in the reader's language and digits. */
export const bsDay = (day: BsDay): string => digits(bsDayText(day, preferences.get().language));

/** The Bikram Sambat day of an ISO day, or of an ISO time in Kathmandu; undefined if it is not known. */
export function bsDayOf(iso: Iso): BsDay | undefined {
  const at = dayOf(iso);
  return Number.isNaN(at.getTime()) ? undefined : bikramSambat().toBs(at.toISOString().slice(0, 10));
}

/**
 * A Bikram Sambat day whatever calendar the reader chose, for papers that show both: an ISO day unchanged, an
 * ISO time as its day in Kathmandu. null if the calendar does not have the day (schema/bikramSambat.ts).
 */
export function bsDate(iso: Iso): string | null {
  const found = bsDayOf(iso);
  return found ? bsDay(found) : null;
}

/** A Gregorian day whatever calendar the reader chose: `2 Jan 2026`. */
export function adDate(iso: Iso): string {
  const at = dayOf(iso);
  return Number.isNaN(at.getTime()) ? '–' : adDay(at);
}

/**
 * A date in the reader's calendar; also in the other calendar if both are wanted, or the reason why it is
 * missing.
 */
export interface CalendarDate {
  main: string;
  beside: string | null;
}

/** A calendar day: an ISO day unchanged, an ISO time as its day in Kathmandu. */
export function dateParts(iso: Iso): CalendarDate {
  const { calendar, language } = preferences.get();
  const ad = adDate(iso);
  if (calendar === 'ad' || Number.isNaN(dayOf(iso).getTime())) return { main: ad, beside: null };
  const bs = bsDate(iso);
  return bs
    ? { main: bs, beside: calendar === 'both' ? ad : null }
    : { main: ad, beside: noBsDate[language] };
}

/** The time of day of an ISO time in Kathmandu, with the zone's name: `14:05 NPT`. null for anything else. */
export function clock(iso: Iso): string | null {
  const at = inNepal(iso);
  const time = `${two(at.getUTCHours())}:${two(at.getUTCMinutes())}`;
  return Number.isNaN(at.getTime()) ? null : `${digits(time)} ${ZONE}`;
}

/** An ISO time in Kathmandu with the zone's name, and the other calendar's day. */
export function dateTimeParts(iso: Iso): CalendarDate {
  const { main, beside } = dateParts(iso);
  const time = clock(iso);
  return { main: time ? `${main}, ${time}` : main, beside };
}

const inOne = ({ main, beside }: CalendarDate): string => (beside ? `${main} (${beside})` : main);

/** A calendar day as text: `2 Jan 2026`, `18 Poush 2082`, or with both calendars `18 Poush 2082 (2 Jan 2026)`. */
export const date = (iso: Iso): string => inOne(dateParts(iso));

/** A calendar day without its year, for the axis of a chart: `2 Jan`, `18 Poush`, in Nepali `पुस १८`. */
export function dayAndMonth(iso: Iso): string {
  const { language, calendar } = preferences.get();
  const at = dayOf(iso);
  if (Number.isNaN(at.getTime())) return '–';
  const bs = calendar === 'ad' ? undefined : bsDayOf(iso);
  if (!bs) return `${digits(String(at.getUTCDate()))} ${adMonths[language][at.getUTCMonth()]}`;
  const month = bsMonths[language][bs.month - 1];
  const day = digits(String(bs.day));
  return language === 'ne' ? `${month} ${day}` : `${day} ${month}`;
}

/** An ISO time in Kathmandu as text, with the zone's name. `2 Jan 2026, 14:05 NPT`. */
export const dateTime = (iso: Iso): string => inOne(dateTimeParts(iso));

/** Today's date in Nepal as an ISO day. */
export const today = (at = now()): string => inNepal(new Date(at).toISOString()).toISOString().slice(0, 10);

/** An ISO time in Kathmandu, as forms have it: `2026-01-02T14:05`; '' if there is none. */
export const toLocalInput = (iso: Iso): string => {
  const at = inNepal(iso);
  return Number.isNaN(at.getTime()) ? '' : at.toISOString().slice(0, 16);
};

/** Such a text as ISO in UTC; null if it is empty. */
export const fromLocalInput = (local: string): string | null =>
  local ? new Date(new Date(`${local}:00Z`).getTime() - NEPAL_OFFSET * 60_000).toISOString() : null;

/** First letters of a name's first and last words, for an avatar without a picture. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const letters = words.length > 1 ? [words[0], words.at(-1)] : words;
  return letters.map((word) => [...(word ?? '')][0]?.toUpperCase() ?? '').join('');
}

/** A file's size in bytes: 1536 -> 1.5 KB, 10485760 -> 10 MB. Unit and number stay on one line. */
export function fileSize(bytes: number): string {
  if (bytes < 1024) return `${number(bytes)}\u00a0B`;
  const kilobytes = bytes / 1024;
  return kilobytes < 1000
    ? `${decimal(kilobytes, 0, 1)}\u00a0KB`
    : `${decimal(kilobytes / 1024, 0, 1)}\u00a0MB`;
}
