import type { ComposedMail } from '#schema/mailTemplate.ts';
import { ALERT_DAYS, type AlertKind } from '#schema/securityAlert.ts';
import type { Language } from './mailTexts.ts';

interface AlertDetails {
  /** `2026-01-02 14:05`, Nepal time. */
  time: string;
  /** For a sign-in its address, for a key its first characters. */
  detail: string;
  link: string;
}

type What = Record<AlertKind, (details: AlertDetails) => [subject: string, what: string]>;

const what: Record<Language, What> = {
  en: {
    'password-changed': ({ time }) => [
      'Your password was changed',
      `The password of your account was changed at ${time} (Nepal time). You were signed out of all other sessions.`,
    ],
    'address-changed': ({ time }) => [
      'Your e-mail address was changed',
      `The e-mail address of your account was changed at ${time} (Nepal time). This is the last e-mail to this address.`,
    ],
    'key-added': ({ time, detail }) => [
      'An API key was added',
      `An API key that starts with ${detail} was added to your account at ${time} (Nepal time). Programs with this key can use the API as you.`,
    ],
    'passkey-added': ({ time }) => [
      'A passkey was added',
      `A passkey was added to your account at ${time} (Nepal time). It can be used as the second step of signing in.`,
    ],
    'passkey-removed': ({ time }) => [
      'A passkey was removed',
      `A passkey was removed from your account at ${time} (Nepal time).`,
    ],
    'codes-renewed': ({ time }) => [
      'Your recovery codes were renewed',
      `New recovery codes were created for your account at ${time} (Nepal time). The former codes no longer work.`,
    ],
    'new-device': ({ time, detail }) => [
      'New sign-in to your account',
      `Someone signed in to your account at ${time} (Nepal time) from the IP address ${detail}, with a browser or from a place you had not used before.`,
    ],
  },
  ne: {
    'password-changed': ({ time }) => [
      'तपाईंको पासवर्ड बदलियो',
      `तपाईंको खाताको पासवर्ड ${time}मा (नेपाली समय) बदलियो। अरू सबै सत्र अन्त्य गरिए।`,
    ],
    'address-changed': ({ time }) => [
      'तपाईंको इमेल ठेगाना बदलियो',
      `तपाईंको खाताको इमेल ठेगाना ${time}मा (नेपाली समय) बदलियो। यस ठेगानामा आउने अन्तिम इमेल यही हो।`,
    ],
    'key-added': ({ time, detail }) => [
      'एपीआई कुञ्जी थपियो',
      `${detail}बाट सुरु हुने एपीआई कुञ्जी ${time}मा (नेपाली समय) तपाईंको खातामा थपियो। यो कुञ्जी भएको प्रोग्रामले तपाईंका तर्फबाट एपीआई चलाउन सक्छ।`,
    ],
    'passkey-added': ({ time }) => [
      'पासकी थपियो',
      `${time}मा (नेपाली समय) तपाईंको खातामा पासकी थपियो। यो जससँग छ, उसले साइन इनको दोस्रो चरणमा चलाउन सक्छ।`,
    ],
    'passkey-removed': ({ time }) => ['पासकी हटाइयो', `${time}मा (नेपाली समय) तपाईंको खाताबाट पासकी हटाइयो।`],
    'codes-renewed': ({ time }) => [
      'नयाँ पुनःप्राप्ति कोड बनाइए',
      `${time}मा (नेपाली समय) तपाईंको खाताका नयाँ पुनःप्राप्ति कोड बनाइए। पुराना कोड अब चल्दैनन्।`,
    ],
    'new-device': ({ time, detail }) => [
      'तपाईंको खातामा नयाँ साइन इन',
      `${time}मा (नेपाली समय) ${detail} ठेगानाबाट तपाईंको खातामा साइन इन भयो। यो ब्राउजर वा ठाउँ पहिले प्रयोग भएको थिएन।`,
    ],
  },
};

/** What happened to a user's account, and how to say that it was somebody else. */
export function alertMail(language: Language, kind: AlertKind, details: AlertDetails): ComposedMail {
  const [subject, happened] = what[language][kind](details);
  const { link } = details;
  return {
    subject,
    lines:
      language === 'en'
        ? [
            happened,
            'If it was you, you do not need to do anything.',
            'If it was not you, open this page and select the button. It signs you out everywhere, removes API keys, passkeys and recovery codes added since then, and sends you a link to choose a new password:',
            { link, label: 'This was not me' },
            `The link works once, for ${ALERT_DAYS} days.`,
          ]
        : [
            happened,
            'तपाईं आफैँले गर्नुभएको हो भने केही गर्नुपर्दैन।',
            'तपाईंले गर्नुभएको होइन भने यो पृष्ठ खोलेर बटन थिच्नुहोस्। त्यसले तपाईंका सबै सत्र अन्त्य गर्छ, त्यसयता बनेका एपीआई कुञ्जी, पासकी र पुनःप्राप्ति कोड हटाउँछ र नयाँ पासवर्ड राख्ने लिङ्क इमेलमा पठाउँछ:',
            { link, label: 'यो म होइन' },
            `यो लिङ्क एक पटक मात्र र ${ALERT_DAYS} दिनसम्म चल्छ।`,
          ],
  };
}
