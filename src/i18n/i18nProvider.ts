import type { I18nProvider } from 'ra-core';
import polyglotI18nProvider from 'ra-i18n-polyglot';
import { own } from '#schema/own.ts';
import type { Language } from '../core/preferences.ts';
import { treeDigits } from '../core/textDigits.ts';
import { messagesOf, serverSentence } from './texts.ts';

type TranslateOptions = Parameters<I18nProvider['translate']>[1];

/** A key has no spaces; the shortest thing that the server says is one word. */
const isSentence = (key: string): boolean => key === 'Required' || key.includes(' ');

const locales = [
  { locale: 'en', name: 'English' },
  { locale: 'ne', name: 'नेपाली' },
];

/**
 * react-admin's translations in a language whose texts were loaded (`loadTexts`). What the server says is
 * translated like a key: its English sentence is one, wherever a text goes through translate().
 */
export function createI18nProvider(language: Language): I18nProvider {
  const messages = () => (language === 'ne' ? treeDigits(messagesOf(language)) : messagesOf(language));
  const provider = polyglotI18nProvider(messages as never, language, locales, { allowMissing: true });
  const translate: I18nProvider['translate'] = (key, options) => {
    const text = provider.translate(key, told(options));
    return text === key && options?._ === undefined && own(messagesOf(language), key.split('.', 1)[0] ?? '')
      ? unknownValue(key)
      : text;
  };
  if (language === 'en') return { ...provider, translate };
  return {
    ...provider,
    translate: (key, options) => (isSentence(key) && serverSentence(key)) || translate(key, options),
  };
}

/** What a text says of values that a record does not have: a dash, and where it counts them the words for many. */
function told(options: TranslateOptions | undefined): TranslateOptions | undefined {
  const missing = Object.entries(options ?? {}).filter(
    ([name, value]) =>
      name !== '_' &&
      (value === undefined || value === null || (name === 'smart_count' && Number.isNaN(value))),
  );
  return missing.length === 0
    ? options
    : {
        ...options,
        ...Object.fromEntries(missing.map(([name]) => [name, name === 'smart_count' ? 2 : '–'])),
      };
}

/** A key that has no text was made of a value that only the server knows, which is its last part: that is shown. */
function unknownValue(key: string): string {
  const value = key.slice(key.lastIndexOf('.') + 1);
  return ['', 'undefined', 'null', 'NaN'].includes(value) ? '–' : value;
}
