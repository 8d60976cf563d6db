import type { PasskeyAnswer } from '#schema/twoFactor.ts';
import { http } from '../core/http.ts';
import { endSession, leaveTo, startSession, stopActing, type User } from '../core/session.ts';
import { takeProfile } from './profile.ts';

interface SignedIn {
  token: string;
  user?: User;
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
  const { data } = await http.json<{ data: SignedIn }>(path, { body, anonymous: true });
  startSession(data.token);
  // Without it they are asked for.
  if (data.user) takeProfile(data.user);
}

/** Ends the token on the server, then the session here whatever the server said, and goes to /login. */
export async function signOut(): Promise<void> {
  // With the own session ends what was started from it, the one as a customer.
  stopActing();
  try {
    await http.json('/v1/autho/logout/', { method: 'POST', signal: AbortSignal.timeout(5_000) });
  } catch {
    // Without the server the token still leaves this browser.
  }
  endSession();
  leaveTo('/login');
}
