import type { I18nProvider } from 'ra-core';
import polyglotI18nProvider from 'ra-i18n-polyglot';
import { own } from '#schema/own.ts';
import type { Language } from '../core/preferences.ts';
import { treeDigits } from '../core/textDigits.ts';
import { messagesOf, serverSentence } from './texts.ts';

type TranslateOptions = Parameters<I18nProvider['translate']>[1];

/** A key has no spaces; the server's shortest messages are single words. */
const isSentence = (key: string): boolean => key === 'Required' || key.includes(' ');

const locales = [
  { locale: 'en', name: 'English' },
  { locale: 'ne', name: 'नेपाली' },
];

/**
 * react-admin's translations in a language, of all its texts that have loaded (texts.ts). The server's messages are
 * translated like keys: the English sentence is the key in every text that goes through translate().
 */
export function createI18nProvider(language: Language): I18nProvider {
  let messages = messagesOf(language);
  const create = () =>
    polyglotI18nProvider(
      (() => (language === 'ne' ? treeDigits(messages) : messages)) as never,
      language,
      locales,
      {
        allowMissing: true,
      },
    );
  let provider = create();
  const translate: I18nProvider['translate'] = (key, options) => {
    // The texts of another screen have arrived.
    if (messages !== messagesOf(language)) {
      messages = messagesOf(language);
      provider = create();
    }
    const text = provider.translate(key, withoutMissing(options));
    return text === key && options?._ === undefined && own(messages, key.split('.', 1)[0] ?? '')
      ? unknownValue(key)
      : text;
  };
  if (language === 'en') return { ...provider, translate };
  return {
    ...provider,
    translate: (key, options) => (isSentence(key) && serverSentence(key)) || translate(key, options),
  };
}

/** Shows a dash for values that a record does not have, and uses the plural if the text counts them. */
function withoutMissing(options: TranslateOptions | undefined): TranslateOptions | undefined {
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

/**
 * A key without a text was built from a value that only the server knows; its last part, the value, is shown.
 */
function unknownValue(key: string): string {
  const value = key.slice(key.lastIndexOf('.') + 1);
  return ['', 'undefined', 'null', 'NaN'].includes(value) ? '–' : value;
}
