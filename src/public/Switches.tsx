import { preferences } from '../core/preferences.ts';
import { text } from './text.ts';

/** Language and theme switches for people who are not signed in; the console keeps their choice. */
export function Switches() {
  const { language, mode } = preferences.get();
  const t = text();
  const other = language === 'en' ? 'ne' : 'en';
  return (
    <div className="public-switches">
      <button type="button" lang={other} onClick={() => preferences.set({ language: other })}>
        {other === 'ne' ? t.nepali : t.english}
      </button>
      <button
        type="button"
        aria-label={mode === 'light' ? t.dark : t.light}
        title={mode === 'light' ? t.dark : t.light}
        onClick={() => preferences.set({ theme: mode === 'light' ? 'dark' : 'light' })}
      >
        <svg width="18" height="18" viewBox="0 0 24 24" aria-hidden="true" fill="currentColor">
          {mode === 'light' ? (
            <path d="M12.300 3a9 9 0 1 0 8.700 11.300A7.500 7.500 0 0 1 12.300 3z" />
          ) : (
            <path d="M12 7a5 5 0 1 0 0 10 5 5 0 0 0 0-10zm-1-5h2v3h-2zm0 17h2v3h-2zM2 11h3v2H2zm17 0h3v2h-3zM4.200 5.600l1.400-1.400 2.100 2.100-1.400 1.400zm12.100 12.100 1.400-1.400 2.100 2.100-1.400 1.400zM4.200 18.400l2.100-2.100 1.400 1.400-2.100 2.100zM16.300 6.300l2.100-2.100 1.400 1.400-2.100 2.100z" />
          )}
        </svg>
      </button>
    </div>
  );
}
