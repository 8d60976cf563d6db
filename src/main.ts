import { startProfile } from './authProvider/profile.ts';
import { loadConfig } from './core/config.ts';
import { preferences } from './core/preferences.ts';
import { getToken, getUser, loginPath, readsStaffTexts, safeNext } from './core/session.ts';
import { loadTexts } from './i18n/texts.ts';
import { applyPreferences } from './layout/palette.ts';
import { publicPage } from './public/pages.ts';
import { text } from './public/text.ts';
import { showPlaceholder } from './start/placeholder.ts';
import './layout/base.css';
import './public/public.css';

/**
 * The start: small, so that it runs as soon as the page is there, while React and what follows it are still on
 * their way. It puts the theme and the sign-in page's markup on the document, asks for the profile, and fetches
 * what the address needs side by side.
 */

// zod comes with the pages that need it, and would try to make its checks by eval, which the page's policy forbids.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

applyPreferences();
preferences.subscribe(applyPreferences);

const loadRoot = () => import('./start/root.ts');

/** Pages that have nothing for who is signed in. */
const ENTRANCES = /^\/(login|register)\/*$/;

/** The path to be at once signed in: `next` of the sign-in page's address, else where the browser is. */
const destination = (): string =>
  ENTRANCES.test(location.pathname)
    ? safeNext(new URLSearchParams(location.search).get('next'))
    : location.pathname + location.search + location.hash;

const target = (): URL => new URL(destination(), location.origin);

const loadFirstList = () => import('./start/firstList.ts');

/** Milliseconds that the console waits for its first screen, and after it for the rows of a list. */
const SCREEN_PATIENCE = 300;
const ROWS_PATIENCE = 100;

const atMost = (milliseconds: number, what: Promise<unknown>): Promise<unknown> =>
  Promise.race([what, new Promise((late) => setTimeout(late, milliseconds))]);

/** Fetches the console and the screen that comes first. */
async function loadConsole() {
  const { pathname } = target();
  // A screen that cannot be had says so in its own place.
  import('./start/firstScreen.ts')
    .then(({ firstScreen }) => firstScreen(pathname)?.())
    .catch(() => undefined);
  const [{ App, prefetch }] = await Promise.all([
    import('./App.tsx'),
    loadTexts(preferences.get().language, readsStaffTexts()),
  ]);
  // Render shell and screen in one pass. If the screen is late, the skeleton shows first.
  await atMost(SCREEN_PATIENCE, prefetch(pathname));
  return App;
}

const preload = () => {
  void Promise.all([loadFirstList(), loadConsole()]).catch(() => undefined);
};

/** Draws the console; of a list, with its rows, where they come within so many milliseconds of the screen. */
async function openConsole(patience = 0): Promise<void> {
  const to = target();
  // These run while the console's code loads; the shell waits for the same profile, and the list for the same rows.
  const profile = startProfile();
  const rows = loadFirstList()
    .then(async ({ startList }) => {
      // What a user may not read is never asked for; who is stored from the last time is known at once.
      if (!getUser()) await profile;
      return startList(to);
    })
    .catch(() => undefined);
  const [App, { draw }] = await Promise.all([loadConsole(), loadRoot()]);
  // Who has just signed in asks for them this moment: what stands around them can be drawn meanwhile.
  if (patience > 0) await atMost(patience, rows);
  if (ENTRANCES.test(location.pathname)) history.replaceState(null, '', destination());
  draw(App, {});
}

async function openSignIn(): Promise<void> {
  if (location.pathname !== '/login') history.replaceState(null, '', loginPath());
  const markup = showPlaceholder();
  // Load React on the first interaction.
  await markup?.touched;
  const [{ SignIn }, { draw }] = await Promise.all([import('./public/SignIn.tsx'), loadRoot()]);
  draw(SignIn, { onSignedIn: () => openConsole(), preload, onAwake: markup?.resume });
}

/** Whether there is no page here for anybody. The usual ways in need not look it up. */
async function isNowhere(): Promise<boolean> {
  if (location.pathname === '/' || ENTRANCES.test(location.pathname)) return false;
  return import('./core/addresses.ts').then(
    ({ isAddress }) => !isAddress(location.pathname),
    () => false,
  );
}

async function openNotFound(): Promise<void> {
  const [{ NotFound }, { draw }] = await Promise.all([import('./public/NotFound.tsx'), loadRoot()]);
  draw(NotFound, {});
}

async function open(): Promise<void> {
  await loadConfig();
  const isSignedIn = Boolean(getToken());
  const load = isSignedIn && ENTRANCES.test(location.pathname) ? undefined : publicPage(location.pathname);
  if (load) {
    const [Page, { draw }] = await Promise.all([load(), loadRoot()]);
    draw(Page, { onSignedIn: () => openConsole(), preload });
  } else if (isSignedIn) await openConsole(ROWS_PATIENCE);
  else if (await isNowhere()) await openNotFound();
  else await openSignIn();
}

open().catch(() => {
  const alert = document.createElement('p');
  alert.role = 'alert';
  alert.textContent = text().broken;
  document.getElementById('root')?.replaceChildren(alert);
});
