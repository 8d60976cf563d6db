import { own } from '#schema/own.ts';
import { originElsewhere } from '../core/config.ts';
import type { HttpError } from '../core/http.ts';
import { preferences } from '../core/preferences.ts';
import { otherOrigin } from '../i18n/ne/otherOrigin.ts';
import { text } from './text.ts';

/** The reason why signing in failed: one of our texts, or the error. */
export type Refusal = 'required' | 'cookies' | 'broken' | 'no_answer' | HttpError;

const byCode: Record<string, 'wrong_pair' | 'too_many'> = {
  wrong_credentials: 'wrong_pair',
  too_many_requests: 'too_many',
};

/** The same in the reader's language: in English the server's own text, in Nepali a text by its code. */
export function refusalText(why: Refusal): string {
  const t = text();
  if (typeof why === 'string') return t[why];
  if (preferences.get().language === 'en') return why.message;
  if (why.code !== 'network_error') return t[own(byCode, why.code) ?? 'failed'];
  const api = originElsewhere();
  return api
    ? otherOrigin.otherOrigin.noAnswer.replace('%{api}', api).replace('%{origin}', location.origin)
    : t.no_answer;
}
