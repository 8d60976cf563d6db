import { startProfile } from './authProvider/profile.ts';
import { loadConfig } from './core/config.ts';
import { preferences } from './core/preferences.ts';
import { getToken, getUser, loginPath, safeNext } from './core/session.ts';
import { loadBase } from './i18n/texts.ts';
import { applyPreferences } from './layout/palette.ts';
import { publicPage } from './public/pages.ts';
import { text } from './public/text.ts';
import { afterPaint } from './start/afterPaint.ts';
import { holdDrawnList } from './start/drawnList.ts';
import { loadFonts } from './start/fonts.ts';
import { showPlaceholder } from './start/placeholder.ts';

import './layout/base.css';
import './public/public.css';

/**
 * The entry point: small, so that it runs while React and the rest are still loading. It applies the theme, shows the sign-in
 * page's markup, requests the profile, and loads in parallel what the address needs.
 */

// Pages that need zod load it; it would compile its checks by eval, which the page's policy forbids.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

// What the page says of itself if this script never runs.
document.getElementById('late')?.remove();

applyPreferences();
preferences.subscribe(applyPreferences);

const loadRoot = () => import('./start/root.ts');

/** Pages that a signed-in user has no use for. */
const ENTRANCES = /^\/(login|register)\/*$/;

/** The path to open once signed in: `next` in the sign-in page's address, otherwise the current one. */
const destination = (): string =>
  ENTRANCES.test(location.pathname)
    ? safeNext(new URLSearchParams(location.search).get('next'))
    : location.pathname + location.search + location.hash;

const target = (): URL => new URL(destination(), location.origin);

let firstList: typeof import('./start/firstList.ts') | undefined;
const loadFirstList = async () => {
  firstList ??= await import('./start/firstList.ts');
  return firstList;
};
const listAhead = () => firstList?.listAhead(target());

/** Milliseconds that the console waits for its first screen, and after it for the rows of a list. */
const SCREEN_PATIENCE = 300;
const ROWS_PATIENCE = 100;

const withTimeout = (milliseconds: number, what: Promise<unknown>): Promise<unknown> =>
  Promise.race([what, new Promise((late) => setTimeout(late, milliseconds))]);

/** Fetches the console's code and that of its first screen. */
async function loadConsole() {
  const { pathname } = target();
  // A screen that cannot be loaded shows its own error.
  import('./start/firstScreen.ts')
    .then(({ firstScreen }) => firstScreen(pathname)?.())
    .catch(() => undefined);
  const [{ App, prefetch }] = await Promise.all([import('./App.tsx'), loadBase(preferences.get().language)]);
  // Render shell and screen in one pass. If the screen is late, the skeleton shows first.
  await withTimeout(SCREEN_PATIENCE, prefetch(pathname));
  return App;
}

let preloading: string | undefined;
/** The language in which all that follows the sign-in page has loaded. */
let preloaded: string | undefined;

/** Loads what follows the sign-in page, once in each language: every key calls it. */
const preload = () => {
  const { language } = preferences.get();
  if (preloading === language) return;
  preloading = language;
  void Promise.all([loadFirstList(), loadConsole()]).then(
    () => {
      preloaded = language;
      loadFonts(language);
    },
    () => {
      preloading = undefined;
    },
  );
};

/** Shows the list that came drawn with signing in, if there is one and what takes it over has loaded. Returns whether it does. */
async function showDrawn(to: URL): Promise<boolean> {
  const user = getUser();
  if (!user || preloaded !== preferences.get().language) return false;
  const drawing = firstList?.takeDrawing(to);
  return drawing !== undefined && (await loadRoot()).showDrawing(drawing, user.uuid);
}

/**
 * Renders the console; a list with its rows, if they arrive within `patience` milliseconds of the screen: none after signing in,
 * when a list that came drawn has just been put on the page.
 */
async function openConsole(patience = 0): Promise<void> {
  const to = target();
  const drawn = holdDrawnList();
  const isShown = patience === 0 && drawn !== undefined;
  if (isShown) await new Promise<void>((seen) => void afterPaint(seen));
  // These run while the console's code loads; the shell waits for the same profile, and the list for the same rows.
  const profile = startProfile();
  const rows = loadFirstList()
    .then(async ({ startFirst }) => {
      // Only what the user may read is requested, so wait for the profile unless one is stored from the last visit.
      if (!getUser()) await profile;
      return startFirst(to);
    })
    .catch(() => undefined);
  const [App, { renderPage }] = await Promise.all([loadConsole(), loadRoot()]);
  loadFonts(preferences.get().language, rows);
  // Right after signing in the rows are only being requested; the shell can be rendered meanwhile.
  if (patience > 0) await withTimeout(patience, rows);
  if (ENTRANCES.test(location.pathname)) history.replaceState(null, '', destination());
  const hydrates = drawn !== undefined && Boolean(firstList?.isDrawn(to));
  renderPage(App, { onAwake: drawn?.resume }, { hydrates, isAwaited: patience === 0 && !isShown });
}

/** Opens the console in place of the page on which somebody has signed in. */
async function onSignedIn(): Promise<void> {
  const isShown = await showDrawn(target());
  if (isShown) history.replaceState(null, '', destination());
  try {
    await openConsole();
  } catch (error) {
    if (!isShown) throw error;
    // The page that would tell of it is gone, and there is a session.
    location.reload();
  }
}

/** What pages get that may lead into the console. */
const entrance = { onSignedIn, preload };

async function openSignIn(): Promise<void> {
  if (location.pathname !== '/login') history.replaceState(null, '', loginPath());
  const markup = showPlaceholder();
  // Load React on the first interaction.
  await markup?.touched;
  const [{ SignIn }, { renderPage }] = await Promise.all([import('./public/SignIn.tsx'), loadRoot()]);
  const props = { ...entrance, listAhead, onAwake: markup?.resume };
  renderPage(SignIn, props, { hydrates: markup !== undefined, isAwaited: true });
}

/** Whether nobody has a page at this address. The usual entry pages skip the lookup. */
async function isNowhere(): Promise<boolean> {
  if (location.pathname === '/' || ENTRANCES.test(location.pathname)) return false;
  return import('./core/addresses.ts').then(
    ({ isAddress }) => !isAddress(location.pathname),
    () => false,
  );
}

async function openNotFound(): Promise<void> {
  const [{ NotFound }, { renderPage }] = await Promise.all([import('./public/NotFound.tsx'), loadRoot()]);
  renderPage(NotFound, {});
}

async function open(): Promise<void> {
  await loadConfig();
  const isSignedIn = Boolean(getToken());
  const load = isSignedIn && ENTRANCES.test(location.pathname) ? undefined : publicPage(location.pathname);
  if (load) {
    const [Page, { renderPage }] = await Promise.all([load(), loadRoot()]);
    renderPage(Page, entrance);
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
