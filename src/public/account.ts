import type { AddressLinkChecked } from '#schema/addressChange.ts';
import type { AlertKind, NotMeChecked } from '#schema/securityAlert.ts';
import { type LinkChecked, RESEND_SECONDS, type ResetStarted, type SignupStarted } from '#schema/signup.ts';
import { apiUrl } from '../core/config.ts';
import { HttpError, http } from '../core/http.ts';
import { offers } from '../core/offers.ts';
import { startSession } from '../core/session.ts';

const post = <T>(path: string, body: object): Promise<T> =>
  http.json<T>(`/v1/autho/${path}`, { body, anonymous: true });

/** When another mail can be requested, in milliseconds of the clock. */
export const resendTime = (): number => Date.now() + RESEND_SECONDS * 1000;

/** The address of the demonstration's outbox, if there is one. */
const outboxUrl = ({ outbox }: { outbox?: string }): string | undefined => outbox && apiUrl() + outbox;

/** Starts a sign-up; returns its id, and where the demonstration shows its mail. */
export async function signUp(body: object): Promise<{ ticket: string; outbox?: string }> {
  const { data } = await post<{ data: SignupStarted }>('user/signup/', body);
  return { ticket: data.ticket, outbox: outboxUrl(data) };
}

/** Finishes a sign-up and starts the session of its user. */
export async function verify(body: { email: string; otp: string; ticket: string }): Promise<void> {
  const { data } = await post<{ data: { token: string } }>('user/verify-otp/', body);
  startSession(data.token);
}

export const resend = (body: { email: string; ticket: string }): Promise<unknown> =>
  post('user/resend-verification/', body);

/** Requests a link to set a new password; returns where the demonstration shows its mail. */
export async function askForLink(body: object): Promise<{ outbox?: string }> {
  // A server other than ours may answer without `data`.
  const { data } = await post<{ data?: ResetStarted }>('password_reset/', body);
  return { outbox: outboxUrl(data ?? {}) };
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
