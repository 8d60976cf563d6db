import type { AddressLinkChecked } from '#schema/addressChange.ts';
import type { AlertKind, NotMeChecked } from '#schema/securityAlert.ts';
import { type LinkChecked, RESEND_SECONDS } from '#schema/signup.ts';
import { apiUrl } from '../core/config.ts';
import { dataOf } from '../core/dataOf.ts';
import { isObject } from '../core/errorTexts.ts';
import { HttpError, http } from '../core/http.ts';
import { offers } from '../core/offers.ts';
import { startSession } from '../core/session.ts';

const post = <T>(path: string, body: object): Promise<T> =>
  http.json<T>(`/v1/autho/${path}`, { body, anonymous: true });

/** When another mail can be requested, in milliseconds of the clock. */
export const resendTime = (): number => Date.now() + RESEND_SECONDS * 1000;

/** The texts in an answer: other servers may answer without `data`, with a sentence, or with nothing. */
function textsIn(answer: unknown): Partial<Record<string, string>> {
  const data = dataOf(answer);
  const texts = isObject(data) ? Object.entries(data).filter(([, value]) => typeof value === 'string') : [];
  return Object.fromEntries(texts) as Record<string, string>;
}

/** The address of the demonstration's outbox, if there is one. */
const outboxUrl = ({ outbox }: Partial<Record<string, string>>): string | undefined =>
  outbox && apiUrl() + outbox;

/** A sign-up's address, and its id if the server gives it one. */
interface SignedUp {
  email: string;
  ticket?: string | undefined;
}

/** Starts a sign-up; returns its id, and where the demonstration shows its mail. */
export async function signUp(body: object): Promise<{ ticket?: string; outbox?: string }> {
  const started = textsIn(await post('user/signup/', body));
  return { ticket: started.ticket, outbox: outboxUrl(started) };
}

/**
 * Finishes a sign-up and starts the session of its user. Returns false if the server only confirms it: the user
 * then signs in.
 */
export async function verify(body: SignedUp & { otp: string }): Promise<boolean> {
  const { token } = textsIn(await post('user/verify-otp/', body));
  if (token) startSession(token);
  return Boolean(token);
}

export const resend = (body: SignedUp): Promise<unknown> => post('user/resend-verification/', body);

/** Requests a link to set a new password; returns where the demonstration shows its mail. */
export async function askForLink(body: object): Promise<{ outbox?: string }> {
  return { outbox: outboxUrl(textsIn(await post('password_reset/', body))) };
}

/**
 * Number of API keys that a mailed link would revoke; null if the link cannot be used. If a server does not
 * say, the link counts as usable.
 */
export async function checkLink(uuid: string): Promise<{ keys: number } | null> {
  if (!offers('reset-link-check')) return { keys: 0 };
  try {
    const { data } = await post<{ data: LinkChecked }>('password_reset/check/', { uuid });
    return data.usable ? { keys: data.keys ?? 0 } : null;
  } catch (failure) {
    if (failure instanceof HttpError && failure.status === 404) return { keys: 0 };
    throw failure;
  }
}

/** The event that a mail with the link "This was not me" reported; null if the link cannot be used. */
export const readAlertKind = async (link: string): Promise<AlertKind | null> =>
  (await post<{ data: NotMeChecked }>('not-me/check/', { link })).data.kind;

export const reportNotMe = (link: string): Promise<unknown> => post('not-me/', { link });

/** The address that a mailed link would confirm; null if the link cannot be used. */
export const newAddress = async (link: string): Promise<string | null> =>
  (await post<{ data: AddressLinkChecked }>('address/check/', { link })).data.email;

export const confirmAddress = (link: string): Promise<unknown> => post('address/', { link });

export const changeByLink = (body: {
  uuid: string;
  password: string;
  keep_keys?: boolean;
}): Promise<unknown> => post('password_reset/confirm/', body);
