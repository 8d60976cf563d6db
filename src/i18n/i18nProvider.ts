import polyglotI18nProvider from 'ra-i18n-polyglot';
import english from 'ra-language-english';
import { NO_ANSWER } from '../http.ts';
import { type Language, preferences } from '../preferences.ts';
import { auth as authEn } from './en/auth.ts';
import { contacts as contactsEn } from './en/contacts.ts';
import { crud as crudEn } from './en/crud.ts';
import { messaging as messagingEn } from './en/messaging.ts';
import { shell as shellEn } from './en/shell.ts';
import { auth as authNe } from './ne/auth.ts';
import { contacts as contactsNe } from './ne/contacts.ts';
import { crud as crudNe } from './ne/crud.ts';
import { messaging as messagingNe } from './ne/messaging.ts';
import { reactAdmin as reactAdminNe } from './ne/reactAdmin.ts';
import { shell as shellNe } from './ne/shell.ts';

interface Messages {
  [key: string]: string | Messages;
}

/** Areas may share a branch (`resources`): their keys are put side by side, later ones win. */
function merge(...areas: readonly object[]): Messages {
  const all: Messages = {};
  for (const area of areas as readonly Messages[])
    for (const [key, value] of Object.entries(area)) {
      const former = all[key];
      all[key] = typeof value === 'object' && typeof former === 'object' ? merge(former, value) : value;
    }
  return all;
}

const areas: Record<Language, readonly object[]> = {
  en: [english, authEn, shellEn, crudEn, contactsEn, messagingEn],
  // The browser's own failure has no translation key: its English text is one.
  ne: [
    reactAdminNe,
    authNe,
    shellNe,
    crudNe,
    contactsNe,
    messagingNe,
    { [NO_ANSWER]: authNe.auth.no_answer },
  ],
};

const merged: Partial<Record<Language, Messages>> = {};
const messagesOf = (language: string): Messages => {
  const known: Language = language === 'ne' ? 'ne' : 'en';
  merged[known] ??= merge(...areas[known]);
  return merged[known];
};

const locales = [
  { locale: 'en', name: 'English' },
  { locale: 'ne', name: 'नेपाली' },
];

/** Both languages are in memory, so that switching needs no call and no reload. */
export const createI18nProvider = () =>
  polyglotI18nProvider(messagesOf as never, preferences.get().language, locales, { allowMissing: true });
