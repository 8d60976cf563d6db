import { http } from '../http.ts';
import { getToken, setUser, type User } from './session.ts';

let running: Promise<User> | undefined;

/**
 * Loads the signed-in user into the store. Callers at the same time share one request, so that
 * the page can start it before the shell is there to wait for it.
 */
export function loadProfile(): Promise<User> {
  const token = getToken();
  running ??= http
    .json<{ data: User }>('/v1/autho/user/profile/')
    .then(({ data }) => {
      // A session that ended meanwhile must not leave its user behind.
      if (getToken() === token) setUser(data);
      return data;
    })
    .finally(() => {
      running = undefined;
    });
  return running;
}

/** Brings the balance up to date after something that spends; a failure leaves the last one shown. */
export async function refreshProfile(): Promise<void> {
  try {
    await loadProfile();
  } catch {
    // The next call that matters says what is wrong.
  }
}
