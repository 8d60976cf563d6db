import type { I18nProvider } from 'ra-core';
import polyglotI18nProvider from 'ra-i18n-polyglot';
import english from 'ra-language-english';
import { NO_ANSWER } from '../http.ts';
import { type Language, preferences } from '../preferences.ts';
import { auth as authEn } from './en/auth.ts';
import { blacklist as blacklistEn } from './en/blacklist.ts';
import { calendar as calendarEn } from './en/calendar.ts';
import { contacts as contactsEn } from './en/contacts.ts';
import { crud as crudEn } from './en/crud.ts';
import { dashboard as dashboardEn } from './en/dashboard.ts';
import { documents as documentsEn } from './en/documents.ts';
import { kyc as kycEn } from './en/kyc.ts';
import { messaging as messagingEn } from './en/messaging.ts';
import { onlinePayment as onlinePaymentEn } from './en/onlinePayment.ts';
import { payments as paymentsEn } from './en/payments.ts';
import { profile as profileEn } from './en/profile.ts';
import { shell as shellEn } from './en/shell.ts';
import { auth as authNe } from './ne/auth.ts';
import { blacklist as blacklistNe } from './ne/blacklist.ts';
import { calendar as calendarNe } from './ne/calendar.ts';
import { contacts as contactsNe } from './ne/contacts.ts';
import { crud as crudNe } from './ne/crud.ts';
import { dashboard as dashboardNe } from './ne/dashboard.ts';
import { documents as documentsNe } from './ne/documents.ts';
import { kyc as kycNe } from './ne/kyc.ts';
import { messaging as messagingNe } from './ne/messaging.ts';
import { onlinePayment as onlinePaymentNe } from './ne/onlinePayment.ts';
import { payments as paymentsNe } from './ne/payments.ts';
import { profile as profileNe } from './ne/profile.ts';
import { reactAdmin as reactAdminNe } from './ne/reactAdmin.ts';
import { shell as shellNe } from './ne/shell.ts';
import { serverInNepali } from './serverText.ts';

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
  en: [
    english,
    authEn,
    shellEn,
    crudEn,
    documentsEn,
    calendarEn,
    contactsEn,
    blacklistEn,
    messagingEn,
    paymentsEn,
    kycEn,
    onlinePaymentEn,
    profileEn,
    dashboardEn,
  ],
  // The browser's own failure has no translation key: its English text is one.
  ne: [
    reactAdminNe,
    authNe,
    shellNe,
    crudNe,
    documentsNe,
    calendarNe,
    contactsNe,
    blacklistNe,
    messagingNe,
    paymentsNe,
    kycNe,
    onlinePaymentNe,
    profileNe,
    dashboardNe,
    { [NO_ANSWER]: authNe.auth.no_answer },
  ],
};

/** A key has no spaces; the shortest thing that the server says is one word. */
const isSentence = (key: string): boolean => key === 'Required' || key.includes(' ');

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

/**
 * Both languages are in memory, so that switching needs no call and no reload. What the server says is
 * translated like a key: its English sentence is one, wherever a text goes through translate().
 */
export function createI18nProvider(): I18nProvider {
  const { language } = preferences.get();
  const provider = polyglotI18nProvider(messagesOf as never, language, locales, { allowMissing: true });
  if (language === 'en') return provider;
  return {
    ...provider,
    translate: (key, options) => (isSentence(key) && serverInNepali(key)) || provider.translate(key, options),
  };
}
