import { config, dropPageData, pageData } from '../core/config.ts';
import { unreadable } from '../core/errorTexts.ts';
import { HttpError, http } from '../core/http.ts';
import { getToken, setUser, USER, type User } from '../core/session.ts';

/** Loaded with the first requests, which the sign-in page never waits for. */
const reader = () => import('../core/readProfile.ts');

let running: Promise<User> | undefined;
/** What the page contained or requested before the shell existed, and with which token. */
let early: { token: string | undefined; answer: Promise<User> } | undefined;

/** A profile without `offers` is completed; the code for that is loaded only then. */
const completed = async (user: User): Promise<User> =>
  user.offers || config().offers ? user : (await import('./withOffers.ts')).withOffers(user);

/** Stores the user of a new session, so that the first `loadProfile` does not ask again. A part of a profile is left out. */
export async function adoptProfile(body: unknown): Promise<void> {
  const { wholeProfile } = await reader();
  const user = wholeProfile(body);
  if (!user) return;
  setUser(user);
  const answer = completed(user).then((whole) => {
    if (whole !== user) setUser(whole);
    return whole;
  });
  early = { token: getToken(), answer };
}

/**
 * Takes the user that the server has just written into the page, otherwise requests the profile before there is a shell to
 * wait for it; the first `loadProfile` uses this answer. Resolves when the profile is stored or could not be loaded.
 */
export async function startProfile(): Promise<void> {
  const written = pageData(USER);
  if (written) {
    dropPageData(USER);
    await adoptProfile(written);
  }
  if (early?.token !== getToken()) early = { token: getToken(), answer: loadProfile() };
  await early?.answer.catch(() => undefined);
}

/** Loads the signed-in user into the store. Concurrent callers share one request. */
export function loadProfile(): Promise<User> {
  const token = getToken();
  const pending = early;
  early = undefined;
  if (pending?.token === token && pending) return pending.answer;
  running ??= http
    .json('/v1/autho/user/profile/')
    .then(async (answer) => {
      const { readProfile } = await reader();
      const data = readProfile(answer);
      if (!data) throw new HttpError(unreadable());
      // If the session ended meanwhile, its user must not be stored.
      const user = await completed(data);
      if (getToken() === token) setUser(user);
      return user;
    })
    .finally(() => {
      running = undefined;
    });
  return running;
}

/** Refreshes the balance after a payment or a send; if that fails, the last one stays. */
export async function refreshProfile(): Promise<void> {
  try {
    await loadProfile();
  } catch {
    // If something is wrong, the next important call reports it.
  }
}
