import type { PasskeyAnswer } from '#schema/twoFactor.ts';
import { dataOf } from '../core/dataOf.ts';
import { unreadable } from '../core/errorTexts.ts';
import { HttpError, http } from '../core/http.ts';
import type { ListAhead } from '../core/listAhead.ts';
import { offers } from '../core/offers.ts';
import {
  endByChoice,
  endSession,
  finishDeletions,
  leaveTo,
  startSession,
  stopActing,
} from '../core/session.ts';
import { adoptProfile } from './profile.ts';

interface SignedIn {
  token: unknown;
  user: unknown;
  also: unknown;
  drawn: unknown;
}

export interface Credentials {
  email: string;
  password: string;
  staff?: boolean;
  /** From the authenticator app, or a recovery code; the server asks for it with `two_factor_required`. */
  code?: string;
  /** Instead of a code. */
  passkey?: PasskeyAnswer;
}

/**
 * Signs in a customer, or staff. Rejects with HttpError, whose message is the same whether the address or the
 * password is wrong.
 */
export async function login(
  { email, password, staff, code, passkey }: Credentials,
  ahead?: ListAhead,
): Promise<void> {
  const path = staff ? '/v1/login/admin/' : '/v1/login/';
  const body = { email: email.trim(), password, ...(code && { code }), ...(passkey && { passkey }) };
  const answer = dataOf<Partial<SignedIn> | string>(
    await http.json(path, { body, anonymous: true, prefer: ahead?.prefer }),
  );
  const { token, user, also, drawn } = typeof answer === 'object' ? { ...answer } : { token: answer };
  if (typeof token !== 'string' || token === '') throw new HttpError(unreadable());
  startSession(token);
  // If the answer has no whole user, the first `loadProfile` requests it.
  if (user) await adoptProfile(user);
  if (also) ahead?.take(also, drawn);
}

/**
 * Ends the token on the server, then the session in this browser whatever the server answered, and opens
 * /login.
 */
export async function signOut(): Promise<void> {
  endByChoice();
  await finishDeletions();
  // A session as a customer that was started from this session ends with it.
  stopActing();
  try {
    if (offers('sign-out'))
      await http.json('/v1/autho/logout/', { method: 'POST', signal: AbortSignal.timeout(5_000) });
  } catch {
    // The token leaves this browser even if the server cannot be reached.
  }
  endSession();
  leaveTo('/login');
}
