import { cleanup, configure } from '@testing-library/react';
import Cookies from 'js-cookie';
import { afterAll, afterEach, beforeEach, vi } from 'vitest';

/** How long to wait for what a page will show: a busy machine takes its time, and what never comes still fails. */
configure({ asyncUtilTimeout: 10_000 });

/** What Node throws, which is not of jsdom's class. */
function nodesException(): typeof DOMException {
  try {
    throw structuredClone(Symbol());
  } catch (error) {
    return (error as Error).constructor as typeof DOMException;
  }
}

/** Files share a window and all modules (`isolate: false`): nothing of a test is left to the next, in any order. */
async function keepTestsApart(): Promise<void> {
  const [{ endSession }, { preferences }, { loadTexts }, { clearToasts }, { pointTo }] = await Promise.all([
    import('../../src/core/session.ts'),
    import('../../src/core/preferences.ts'),
    import('../../src/i18n/texts.ts'),
    import('../console/support/clearToasts.ts'),
    import('../console/support/jsonServer.ts'),
  ]);
  // What the console's start waits for, and a change of language fetches.
  await Promise.all([loadTexts('en', true), loadTexts('ne', true)]);

  let page = new AbortController();
  beforeEach(() => {
    if (!document.getElementById('config')) pointTo('');
    page = new AbortController();
    const { signal } = page;
    const ask = fetch;
    vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) =>
      ask(input, { ...init, signal: init?.signal ? AbortSignal.any([signal, init.signal]) : signal }),
    );
  });

  // The first hook after a test is the last to run: those of the file come before it.
  afterEach(async () => {
    cleanup();
    // jsdom would wait for ever for the next frame, were its interval faked and then forgotten.
    if (vi.isFakeTimers()) vi.runOnlyPendingTimers();
    vi.useRealTimers();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
    endSession();
    // Answers that come after their test would be taken for those of the next: what follows from the end of the
    // requests has happened one turn later.
    page.abort();
    await new Promise((resolve) => setTimeout(resolve));
    clearToasts();
    preferences.set({ language: 'en', theme: 'light', digits: 'latin', calendar: undefined });
    localStorage.clear();
    sessionStorage.clear();
    for (const name of Object.keys(Cookies.get())) Cookies.remove(name, { path: '/' });
    for (const name of document.documentElement.getAttributeNames())
      document.documentElement.removeAttribute(name);
    document.title = '';
    history.replaceState(null, '', '/');
    // Who was about to leave the page is back on it.
    window.dispatchEvent(new Event('pageshow'));
  });
  // Some files say once where their server is.
  afterAll(() => document.getElementById('config')?.remove());
}

// Tests of a worker's code have no window.
if (globalThis.window) {
  // Else react-admin does not know the requests that a page gave up, and prints each.
  globalThis.DOMException = nodesException();
  await keepTestsApart();
}
