import type { Language } from './mailTexts.ts';

/** The message to a phone with the code that confirms its number; each is one part. */
export const codeMessage: Record<Language, (code: string) => string> = {
  en: (code) => `${code} is your code to confirm this number. Do not share it with anybody.`,
  ne: (code) => `तपाईंको कोड ${code} हो। यो कसैलाई नदिनुहोस्।`,
};
