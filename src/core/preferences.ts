import Cookies from 'js-cookie';

export type Language = 'en' | 'ne';
export type Mode = 'light' | 'dark';
type Digits = 'latin' | 'devanagari';
/** Which calendar dates are shown in: Gregorian, Bikram Sambat, or this with the other beside it. */
export type Calendar = 'ad' | 'bs' | 'both';

export interface Preferences {
  language: Language;
  mode: Mode;
  /** Digits in Nepali; English always has Latin ones. */
  digits: Digits;
  /** Until somebody chooses: both in Nepali, Gregorian in English. */
  calendar: Calendar;
}

/** What was chosen; the calendar follows the language as long as it was not. */
type Chosen = Omit<Preferences, 'calendar'> & { calendar?: Calendar };

const KEY = 'preferences';
const defaults: Chosen = { language: 'en', mode: 'light', digits: 'latin' };
const calendars: readonly unknown[] = ['ad', 'bs', 'both'] satisfies Calendar[];

function read(): Chosen {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Preferences>;
    return {
      language: stored.language === 'ne' ? 'ne' : defaults.language,
      mode: stored.mode === 'dark' ? 'dark' : defaults.mode,
      digits: stored.digits === 'devanagari' ? 'devanagari' : defaults.digits,
      ...(calendars.includes(stored.calendar) && { calendar: stored.calendar }),
    };
  } catch {
    return defaults;
  }
}

const effective = (chosen: Chosen): Preferences => ({
  ...chosen,
  calendar: chosen.calendar ?? (chosen.language === 'ne' ? 'both' : 'ad'),
});

/** So that the server links the files of the language in its answer, before any script runs. */
const tellServer = () =>
  Cookies.set('language', chosen.language, { expires: 365, path: '/', sameSite: 'Lax' });

let chosen = read();
let current = effective(chosen);
const listeners = new Set<() => void>();

/** What this browser remembers of language, theme, digits and calendar; it outlives signing out. */
export const preferences = {
  get: (): Preferences => current,
  set(change: Partial<Preferences>): void {
    chosen = { ...chosen, ...change };
    current = effective(chosen);
    try {
      localStorage.setItem(KEY, JSON.stringify(chosen));
    } catch {
      // A full or forbidden storage only forgets the choice at the next visit.
    }
    tellServer();
    for (const listener of listeners) listener();
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
