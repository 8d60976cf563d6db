import type { SignedInAs } from '#schema/users.ts';
import { http } from '../core/http.ts';
import { offers } from '../core/offers.ts';
import { getToken, leaveTo, ownPath, startActing, stopActing } from '../core/session.ts';

/**
 * Goes on as a customer, read only, at their dashboard. The reason is kept in the audit log. Rejects with
 * HttpError.
 */
export async function signInAs(uuid: string, reason: string): Promise<void> {
  const { data } = await http.json<{ data: SignedInAs }>(`/v1/autho/users/${uuid}/sign-in-as/`, {
    body: { reason },
  });
  startActing(data.token);
  leaveTo('/');
}

/**
 * Goes on as oneself, and ends the session as a customer on the server too if that can be reached. The own token
 * comes back first: then no tab of this browser takes the end of the other for its own.
 */
export async function returnToOwn(): Promise<void> {
  const token = getToken();
  const path = ownPath();
  // Another tab may have returned a moment ago: then the token is the own one already.
  if (stopActing()) {
    try {
      if (offers('sign-out'))
        await http.json('/v1/autho/logout/', { method: 'POST', token, signal: AbortSignal.timeout(5_000) });
    } catch {
      // It ends by itself within the hour.
    }
  }
  leaveTo(path);
}
