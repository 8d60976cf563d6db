import type { SignedInAs } from '#schema/users.ts';
import { http } from '../core/http.ts';
import { offers } from '../core/offers.ts';
import { finishDeletions, getToken, leaveTo, ownPath, startActing, stopActing } from '../core/session.ts';

/**
 * Starts a read-only session as a customer and opens their dashboard. The reason is kept in the audit log.
 * Rejects with HttpError.
 */
export async function signInAs(uuid: string, reason: string): Promise<void> {
  await finishDeletions();
  const { data } = await http.json<{ data: SignedInAs }>(`/v1/autho/users/${uuid}/sign-in-as/`, {
    body: { reason },
  });
  startActing(data.token);
  leaveTo('/');
}

/**
 * Returns to the staff member's own session, and ends the session as a customer on the server too if it can
 * be reached. The own token is restored first, so that no other tab of this browser signs out when the
 * customer's token ends.
 */
export async function returnToOwn(): Promise<void> {
  const token = getToken();
  const path = ownPath();
  // Another tab may have returned already; then the token is the staff member's own.
  if (stopActing()) {
    try {
      if (offers('sign-out'))
        await http.json('/v1/autho/logout/', { method: 'POST', token, signal: AbortSignal.timeout(5_000) });
    } catch {
      // The session ends by itself within the hour.
    }
  }
  leaveTo(path);
}
