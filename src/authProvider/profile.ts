import { config } from '../core/config.ts';
import { unreadable } from '../core/errorTexts.ts';
import { HttpError, http } from '../core/http.ts';
import { preferences } from '../core/preferences.ts';
import { getToken, readsStaffTexts, setUser, type User } from '../core/session.ts';
import { loadTexts } from '../i18n/texts.ts';

/** Fetched with what the first requests need, which no sign-in page waits for. */
const reader = () => import('../core/readProfile.ts');

let running: Promise<User> | undefined;
/** What the page had or asked for before the shell was there, and with which token. */
let early: { token: string | undefined; answer: Promise<User> } | undefined;

/** A profile that does not say what the server offers is completed; the code for that is fetched only then. */
const completed = async (user: User): Promise<User> =>
  user.offers || config().offers ? user : (await import('./withOffers.ts')).withOffers(user);

/** Stores the user that a new session began with: the first `loadProfile` does not ask again. */
export async function takeProfile(body: unknown): Promise<void> {
  const { readProfile } = await reader();
  const user = readProfile(body);
  if (!user) return;
  setUser(user);
  const answer = completed(user).then((whole) => {
    if (whole !== user) setUser(whole);
    return whole;
  });
  early = { token: getToken(), answer };
}

/**
 * Asks for the profile before there is a shell to wait for it; the first `loadProfile` takes this answer. Resolves when it
 * is stored, or could not be had.
 */
export async function startProfile(): Promise<void> {
  if (early?.token !== getToken()) early = { token: getToken(), answer: loadProfile() };
  await early?.answer.catch(() => undefined);
}

/** Loads the signed-in user into the store. Callers at the same time share one request. */
export function loadProfile(): Promise<User> {
  const token = getToken();
  const asked = early;
  early = undefined;
  if (asked?.token === token && asked) return asked.answer;
  running ??= http
    .json('/v1/autho/user/profile/')
    .then(async (answer) => {
      const { readProfile } = await reader();
      const data = readProfile(answer);
      if (!data) throw new HttpError(unreadable());
      // Load the staff texts before a staff user sees any page.
      await loadTexts(preferences.get().language, readsStaffTexts(data));
      // A session that ended meanwhile must not leave its user behind.
      const user = await completed(data);
      if (getToken() === token) setUser(user);
      return user;
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
