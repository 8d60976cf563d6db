import { own } from '#schema/own.ts';
import { originElsewhere } from '../core/config.ts';
import type { HttpError } from '../core/http.ts';
import { preferences } from '../core/preferences.ts';
import { otherOrigin } from '../i18n/ne/otherOrigin.ts';
import { retryAfter } from './retryAfter.ts';
import { text } from './text.ts';

/** The reason why signing in failed: one of our texts, or the error. */
export type Refusal = 'required' | 'cookies' | 'broken' | 'no_answer' | HttpError;

const byCode: Record<string, 'wrong_pair'> = { wrong_credentials: 'wrong_pair' };

/** The same in the reader's language: the server's own text, in Nepali a text of ours where its code or status is known. */
export function refusalText(why: Refusal): string {
  const t = text();
  if (typeof why === 'string') return t[why];
  if (preferences.get().language === 'en') return why.message;
  if (why.code === 'network_error') {
    const api = originElsewhere();
    return api
      ? otherOrigin.otherOrigin.noAnswer.replace('%{api}', api).replace('%{origin}', location.origin)
      : t.no_answer;
  }
  if (why.status === 429)
    return t.too_many.replace('%{minutes}', String(Math.ceil(retryAfter(why) / 60) || 1));
  const known = own(byCode, why.code) ?? (why.status >= 500 ? 'failed' : undefined);
  return known ? t[known] : why.message;
}
