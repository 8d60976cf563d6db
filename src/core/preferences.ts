import Cookies from 'js-cookie';

export type Language = 'en' | 'ne';
export type Mode = 'light' | 'dark';
/** `system` follows the device, as it changes too. */
type Theme = Mode | 'system';
type Digits = 'latin' | 'devanagari';
/** Which calendar dates are shown in: Gregorian, Bikram Sambat, or this with the other beside it. */
export type Calendar = 'ad' | 'bs' | 'both';

export interface Preferences {
  language: Language;
  /** The theme as it was chosen. */
  theme: Theme;
  /** The theme to draw with. */
  mode: Mode;
  /** Digits in Nepali; English always has Latin ones. */
  digits: Digits;
  /** Until somebody chooses: both in Nepali, Gregorian in English. */
  calendar: Calendar;
}

/** What was chosen; the calendar follows the language as long as it was not. */
type Chosen = Omit<Preferences, 'calendar' | 'mode'> & { calendar?: Calendar };

const KEY = 'preferences';
const defaults: Chosen = { language: 'en', theme: 'light', digits: 'latin' };
const themes: readonly unknown[] = ['light', 'dark', 'system'] satisfies Theme[];
const calendars: readonly unknown[] = ['ad', 'bs', 'both'] satisfies Calendar[];

function read(): Chosen {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Preferences>;
    // Before there was a third theme the choice was kept as `mode`.
    const theme = stored.theme ?? stored.mode;
    return {
      language: stored.language === 'ne' ? 'ne' : defaults.language,
      theme: themes.includes(theme) ? (theme as Theme) : defaults.theme,
      digits: stored.digits === 'devanagari' ? 'devanagari' : defaults.digits,
      ...(calendars.includes(stored.calendar) && { calendar: stored.calendar }),
    };
  } catch {
    return defaults;
  }
}

/** Nothing where no screen is, as in the build. */
const systemDark = globalThis.matchMedia?.('(prefers-color-scheme: dark)');

const modeOf = (theme: Theme): Mode => (theme !== 'system' ? theme : systemDark?.matches ? 'dark' : 'light');

const effective = (chosen: Chosen): Preferences => ({
  ...chosen,
  mode: modeOf(chosen.theme),
  calendar: chosen.calendar ?? (chosen.language === 'ne' ? 'both' : 'ad'),
});

/** So that the server links the files of the language in its answer, before any script runs. */
const tellServer = () =>
  Cookies.set('language', chosen.language, { expires: 365, path: '/', sameSite: 'Lax' });

let chosen = read();
let current = effective(chosen);
const listeners = new Set<() => void>();
const tell = () => {
  for (const listener of listeners) listener();
};

systemDark?.addEventListener('change', () => {
  current = effective(chosen);
  tell();
});

/** What this browser remembers of language, theme, digits and calendar; it outlives signing out. */
export const preferences = {
  get: (): Preferences => current,
  set(change: Partial<Chosen>): void {
    chosen = { ...chosen, ...change };
    current = effective(chosen);
    try {
      localStorage.setItem(KEY, JSON.stringify(chosen));
    } catch {
      // A full or forbidden storage only forgets the choice at the next visit.
    }
    tellServer();
    tell();
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
