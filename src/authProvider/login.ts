import type { PasskeyAnswer } from '#schema/twoFactor.ts';
import { dataOf } from '../core/dataOf.ts';
import { unreadable } from '../core/errorTexts.ts';
import { HttpError, http } from '../core/http.ts';
import { offers } from '../core/offers.ts';
import { endSession, leaveTo, startSession, stopActing } from '../core/session.ts';
import { takeProfile } from './profile.ts';

interface SignedIn {
  token: unknown;
  user: unknown;
}

export interface Credentials {
  email: string;
  password: string;
  staff?: boolean;
  /** Of the authenticator app, or a recovery code; the server asks for it with `two_factor_required`. */
  code?: string;
  /** In place of a code. */
  passkey?: PasskeyAnswer;
}

/** Signs a customer, or staff, in; rejects with HttpError, whose message says one thing for any wrong pair. */
export async function login({ email, password, staff, code, passkey }: Credentials): Promise<void> {
  const path = staff ? '/v1/login/admin/' : '/v1/login/';
  const body = { email: email.trim(), password, ...(code && { code }), ...(passkey && { passkey }) };
  const answer = dataOf<Partial<SignedIn> | string>(await http.json(path, { body, anonymous: true }));
  const { token, user } = typeof answer === 'object' ? { ...answer } : { token: answer };
  if (typeof token !== 'string' || token === '') throw new HttpError(unreadable());
  startSession(token);
  // Without it they are asked for.
  if (user) await takeProfile(user);
}

/** Ends the token on the server, then the session here whatever the server said, and goes to /login. */
export async function signOut(): Promise<void> {
  // With the own session ends what was started from it, the one as a customer.
  stopActing();
  try {
    if (offers('sign-out'))
      await http.json('/v1/autho/logout/', { method: 'POST', signal: AbortSignal.timeout(5_000) });
  } catch {
    // Without the server the token still leaves this browser.
  }
  endSession();
  leaveTo('/login');
}
