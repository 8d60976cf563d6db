import { useSyncExternalStore } from 'react';
import { own } from '#schema/own.ts';
import {
  NOT_CODE,
  NOT_EMAIL,
  NOT_PHONE,
  PASSWORD_COMMON,
  PASSWORD_PERSONAL,
  PASSWORD_SHORT,
} from '#schema/signup.ts';
import { HttpError } from '../core/http.ts';
import { preferences } from '../core/preferences.ts';
import { treeDigits } from '../core/textDigits.ts';
import { account as en } from '../i18n/en/account.ts';
import { account as ne } from '../i18n/ne/account.ts';
import { retryAfter } from './retryAfter.ts';
import { text } from './text.ts';

/** Texts of registration and forgotten passwords in the reader's language. */
const accountText = (): typeof en => (preferences.get().language === 'ne' ? treeDigits(ne) : en);

/** The same for a component, which is drawn again when language or theme change. */
export function useAccountText(): typeof en {
  useSyncExternalStore(preferences.subscribe, preferences.get);
  return accountText();
}

/** A text with its `%{name}` filled in. */
export const filled = (template: string, values: Record<string, string | number>): string =>
  template.replace(/%\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));

type ErrorKey = keyof typeof en.error;

const fieldErrors: Record<string, ErrorKey> = {
  Required: 'required',
  [NOT_EMAIL]: 'email',
  [NOT_PHONE]: 'phone',
  [NOT_CODE]: 'code',
  [PASSWORD_SHORT]: 'short',
  [PASSWORD_PERSONAL]: 'personal',
  [PASSWORD_COMMON]: 'common',
};

/** The schema's or the server's message about a field, in the reader's language. */
export function fieldText(message: string): string {
  const key = own(fieldErrors, message);
  if (key) return accountText().error[key];
  return accountText().error[/^(Too big|At most)/.test(message) ? 'long' : 'invalid'];
}

const byCode: Record<string, ErrorKey> = {
  wrong_code: 'wrong_code',
  conflict: 'conflict',
  unavailable: 'unavailable',
  invalid: 'fields',
  internal: 'internal',
};

/** The reason for a failure, in the reader's language. */
export function failureText(failure: unknown): string {
  const { error } = accountText();
  if (!(failure instanceof HttpError)) return error.internal;
  if (failure.code === 'network_error') return text().no_answer;
  const seconds = retryAfter(failure);
  if (seconds > 0)
    return seconds > 120
      ? filled(error.wait_long, { minutes: Math.ceil(seconds / 60) })
      : filled(error.wait, { seconds });
  const key = own(byCode, failure.code);
  return key ? error[key] : failure.message;
}
