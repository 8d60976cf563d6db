export type Language = 'en' | 'ne';
export type Mode = 'light' | 'dark';
type Digits = 'latin' | 'devanagari';

export interface Preferences {
  language: Language;
  mode: Mode;
  /** Digits in Nepali; English always has Latin ones. */
  digits: Digits;
}

const KEY = 'preferences';
const defaults: Preferences = { language: 'en', mode: 'light', digits: 'latin' };

function read(): Preferences {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Preferences>;
    return {
      language: stored.language === 'ne' ? 'ne' : defaults.language,
      mode: stored.mode === 'dark' ? 'dark' : defaults.mode,
      digits: stored.digits === 'devanagari' ? 'devanagari' : defaults.digits,
    };
  } catch {
    return defaults;
  }
}

let current = read();
const listeners = new Set<() => void>();

/** What this browser remembers of language, theme and digits; it outlives signing out. */
export const preferences = {
  get: (): Preferences => current,
  set(change: Partial<Preferences>): void {
    current = { ...current, ...change };
    try {
      localStorage.setItem(KEY, JSON.stringify(current));
    } catch {
      // A full or forbidden storage only forgets the choice at the next visit.
    }
    for (const listener of listeners) listener();
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
