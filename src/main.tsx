import { createRoot } from 'react-dom/client';
import { loadProfile } from './authProvider/profile.ts';
import { getToken, loginPath, safeNext } from './authProvider/session.ts';
import { applyPreferences } from './layout/palette.ts';
import { preferences } from './preferences.ts';
import { publicPage } from './public/pages.ts';
import { SignIn } from './public/SignIn.tsx';
import { text } from './public/text.ts';
import './layout/base.css';

applyPreferences();
preferences.subscribe(applyPreferences);

const root = createRoot(document.getElementById('root') as HTMLElement);
const loadApp = () => import('./App.tsx');

/** Pages that have nothing for who is signed in. */
const ENTRANCES = /^\/(login|register)\/*$/;

/** The place to be once signed in: `next` of the sign-in page's address, else where the browser is. */
function arrive(): void {
  if (!ENTRANCES.test(location.pathname)) return;
  history.replaceState(null, '', safeNext(new URLSearchParams(location.search).get('next')));
}

async function openConsole(): Promise<void> {
  // The request runs while the console's code loads; the shell waits for the same one.
  loadProfile().catch(() => undefined);
  const { App } = await loadApp();
  arrive();
  root.render(<App />);
}

const preload = () => void loadApp().catch(() => undefined);

function openSignIn(): void {
  if (location.pathname !== '/login') history.replaceState(null, '', loginPath());
  root.render(<SignIn onSignedIn={openConsole} preload={preload} />);
}

async function open(): Promise<void> {
  const isSignedIn = Boolean(getToken());
  const load = isSignedIn && ENTRANCES.test(location.pathname) ? undefined : publicPage(location.pathname);
  if (load) {
    const Page = await load();
    root.render(<Page onSignedIn={openConsole} preload={preload} />);
  } else if (isSignedIn) await openConsole();
  else openSignIn();
}

open().catch(() => {
  root.render(<p role="alert">{text().broken}</p>);
});
