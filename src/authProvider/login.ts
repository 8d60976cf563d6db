import { http } from '../http.ts';
import { endSession, leaveTo, startSession } from './session.ts';

export interface Credentials {
  email: string;
  password: string;
  staff?: boolean;
}

/** Signs a customer, or staff, in; rejects with HttpError, whose message says one thing for any wrong pair. */
export async function login({ email, password, staff }: Credentials): Promise<void> {
  const path = staff ? '/v1/login/admin/' : '/v1/login/';
  const body = { email: email.trim(), password };
  const { data } = await http.json<{ data: { token: string } }>(path, { body, anonymous: true });
  startSession(data.token);
}

/** Ends the token on the server, then the session here whatever the server said, and goes to /login. */
export async function signOut(): Promise<void> {
  try {
    await http.json('/v1/autho/logout/', { method: 'POST', signal: AbortSignal.timeout(5_000) });
  } catch {
    // Without the server the token still leaves this browser.
  }
  endSession();
  leaveTo('/login');
}
