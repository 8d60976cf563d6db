import { preferences } from './preferences.ts';

const months = {
  en: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
  ne: [
    ...['जनवरी', 'फेब्रुअरी', 'मार्च', 'अप्रिल', 'मे', 'जुन'],
    ...['जुलाई', 'अगस्ट', 'सेप्टेम्बर', 'अक्टोबर', 'नोभेम्बर', 'डिसेम्बर'],
  ],
};

/** Kathmandu's offset in minutes: fixed since 1986, so that no browser's zone data is needed. */
const NEPAL_OFFSET = 345;
/** The zone as it stands after every time, and in full for tooltips and form help. */
const ZONE = 'NPT';
export const ZONE_IN_FULL = 'NPT, UTC+05:45';

/** Latin digits as the reader prefers them: Devanagari only in Nepali and only when chosen. */
export function digits(text: string): string {
  const { language, digits: chosen } = preferences.get();
  if (language !== 'ne' || chosen !== 'devanagari') return text;
  return text.replace(/\d/g, (digit) => String.fromCharCode(0x0966 + Number(digit)));
}

/** 1234567 as 12,34,567: the last three digits, then twos. Browsers' own ne-NP data disagree. */
const group = (whole: string): string =>
  whole.length <= 3 ? whole : `${whole.slice(0, -3).replace(/\B(?=(\d\d)+$)/g, ',')},${whole.slice(-3)}`;

function decimal(value: number, least: number, most: number): string {
  if (!Number.isFinite(value)) return '–';
  const [whole = '0', rest = ''] = Math.abs(value).toFixed(most).split('.');
  const fraction = rest.slice(0, least) + rest.slice(least).replace(/0+$/, '');
  const sign = value < 0 && /[1-9]/.test(whole + fraction) ? '-' : '';
  return digits(sign + group(whole) + (fraction ? `.${fraction}` : ''));
}

/** A count: 1234567 -> 12,34,567. */
export const number = (value: number): string => decimal(value, 0, 0);

/** Money in minor units (paisa): 123456700 -> 12,34,567.00. */
export const money = (minor: number): string => decimal(minor / 100, 2, 2);

/** A price in minor units that may be fractional: 135.6 -> 1.356; never fewer than two decimals. */
export const price = (minor: number): string => decimal(minor / 100, 2, 4);

/** A fraction of one as whole percent; 100 only when all are there. */
export const percent = (fraction: number): string =>
  `${digits(String(fraction >= 1 ? 100 : Math.min(99, Math.round(fraction * 100))))}%`;

const two = (value: number): string => String(value).padStart(2, '0');
const inNepal = (iso: string): Date => new Date(new Date(iso).getTime() + NEPAL_OFFSET * 60_000);

function day(at: Date): string {
  const month = months[preferences.get().language][at.getUTCMonth()];
  return `${digits(String(at.getUTCDate()))} ${month} ${digits(String(at.getUTCFullYear()))}`;
}

/** A calendar day: an ISO date as it is, an ISO time as its day in Kathmandu. `2 Jan 2026`. */
export const date = (iso: string): string =>
  day(/^\d{4}-\d\d-\d\d$/.test(iso) ? new Date(`${iso}T00:00:00Z`) : inNepal(iso));

/** An ISO time in Kathmandu, with the zone's name. `2 Jan 2026, 14:05 NPT`. */
export function dateTime(iso: string): string {
  const at = inNepal(iso);
  if (Number.isNaN(at.getTime())) return '–';
  return `${day(at)}, ${digits(`${two(at.getUTCHours())}:${two(at.getUTCMinutes())}`)} ${ZONE}`;
}

/** An ISO time as `<input type="datetime-local">` wants it, in Kathmandu; '' for none. */
export const toLocalInput = (iso: string | null | undefined): string =>
  iso ? inNepal(iso).toISOString().slice(0, 16) : '';

/** What `<input type="datetime-local">` holds, read as Kathmandu's time, as ISO in UTC; null for none. */
export const fromLocalInput = (local: string): string | null =>
  local ? new Date(new Date(`${local}:00Z`).getTime() - NEPAL_OFFSET * 60_000).toISOString() : null;

/** First letters of the first and last words of a name, for an avatar without a picture. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const letters = words.length > 1 ? [words[0], words.at(-1)] : words;
  return letters.map((word) => [...(word ?? '')][0]?.toUpperCase() ?? '').join('');
}
