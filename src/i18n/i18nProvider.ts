import type { I18nProvider } from 'ra-core';
import polyglotI18nProvider from 'ra-i18n-polyglot';
import type { Language } from '../core/preferences.ts';
import { treeDigits } from '../core/textDigits.ts';
import { messagesOf, serverSentence } from './texts.ts';

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
  if (language === 'en') return provider;
  return {
    ...provider,
    translate: (key, options) => (isSentence(key) && serverSentence(key)) || provider.translate(key, options),
  };
}
