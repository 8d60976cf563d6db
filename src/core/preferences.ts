import Cookies from 'js-cookie';

export type Language = 'en' | 'ne';
export type Mode = 'light' | 'dark';
/** `system` follows the device, also when that changes. */
type Theme = Mode | 'system';
type Digits = 'latin' | 'devanagari';
/** The calendar for dates: Gregorian, Bikram Sambat, or Bikram Sambat with the Gregorian date next to it. */
export type Calendar = 'ad' | 'bs' | 'both';

export interface Preferences {
  language: Language;
  /** The theme setting, which may be `system`. */
  theme: Theme;
  /** The theme that is drawn: light or dark. */
  mode: Mode;
  /** Digits in Nepali; English always uses Latin digits. */
  digits: Digits;
  /** Defaults until somebody chooses: both calendars in Nepali, Gregorian in English. */
  calendar: Calendar;
}

/** The chosen calendar; follows the language until one is chosen. */
type Chosen = Omit<Preferences, 'calendar' | 'mode'> & { calendar?: Calendar };

/** The storage key. */
export const PREFERENCES = 'preferences';
/** The media query of a device that is set to dark. */
export const DARK = '(prefers-color-scheme: dark)';
const defaults: Chosen = { language: 'en', theme: 'light', digits: 'latin' };
const themes: readonly unknown[] = ['light', 'dark', 'system'] satisfies Theme[];
const calendars: readonly unknown[] = ['ad', 'bs', 'both'] satisfies Calendar[];

function read(): Chosen {
  try {
    const stored = JSON.parse(localStorage.getItem(PREFERENCES) ?? '{}') as Partial<Preferences>;
    // Before there was a third theme, the choice was stored as `mode`.
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

/** Does nothing without a screen, as in the build. */
const systemDark = globalThis.matchMedia?.(DARK);

const modeOf = (theme: Theme): Mode => (theme !== 'system' ? theme : systemDark?.matches ? 'dark' : 'light');

const effective = (chosen: Chosen): Preferences => ({
  ...chosen,
  mode: modeOf(chosen.theme),
  calendar: chosen.calendar ?? (chosen.language === 'ne' ? 'both' : 'ad'),
});

/** Lets the server add links to the language's files to its answer, before any script runs. */
const tellServer = () =>
  Cookies.set('language', chosen.language, { expires: 365, path: '/', sameSite: 'Lax' });

let chosen = read();
let current = effective(chosen);
const listeners = new Set<() => void>();
const notifyListeners = () => {
  for (const listener of listeners) listener();
};

systemDark?.addEventListener('change', () => {
  current = effective(chosen);
  notifyListeners();
});

// A choice of another tab holds here too, and the next one made here is not stored over it.
globalThis.window?.addEventListener('storage', ({ key }) => {
  if (key === PREFERENCES) preferences.reload();
});

/** This browser's settings for language, theme, digits and calendar; they outlive signing out. */
export const preferences = {
  get: (): Preferences => current,
  set(change: Partial<Chosen>): void {
    chosen = { ...chosen, ...change };
    current = effective(chosen);
    try {
      localStorage.setItem(PREFERENCES, JSON.stringify(chosen));
    } catch {
      // If storage is full or blocked, the choice is only lost at the next visit.
    }
    tellServer();
    notifyListeners();
  },
  /** Reads again what is stored. */
  reload(): void {
    chosen = read();
    current = effective(chosen);
    notifyListeners();
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
