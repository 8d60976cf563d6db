import { own } from '#schema/own.ts';
import type { HttpError } from '../core/http.ts';
import { preferences } from '../core/preferences.ts';
import { auth as en } from '../i18n/en/auth.ts';
import { auth as ne } from '../i18n/ne/auth.ts';

/** Texts of the public pages in the reader's language, without react-admin's machinery. */
export const text = (): typeof en.auth => (preferences.get().language === 'ne' ? ne : en).auth;

/** Why signing in did not work: a text of ours, or what it failed with. */
export type Refusal = 'required' | 'broken' | 'no_answer' | HttpError;

const byCode: Record<string, 'wrong_pair' | 'too_many'> = {
  wrong_credentials: 'wrong_pair',
  too_many_requests: 'too_many',
};

/** The same in the reader's language: in English in the server's own words, in Nepali by its code. */
export function refusalText(why: Refusal): string {
  const t = text();
  if (typeof why === 'string') return t[why];
  if (why.code === 'network_error') return t.no_answer;
  return preferences.get().language === 'en' ? why.message : t[own(byCode, why.code) ?? 'failed'];
}
