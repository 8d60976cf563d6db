import { cleanup, configure } from '@testing-library/react';
import Cookies from 'js-cookie';
import { afterAll, afterEach, beforeEach, vi } from 'vitest';

/**
 * Time limit for things that a page will show: long enough for a busy machine, and a missing one still fails.
 */
configure({ asyncUtilTimeout: 10_000 });

/** Node's errors, which are not of jsdom's class. */
function nodesException(): typeof DOMException {
  try {
    throw structuredClone(Symbol());
  } catch (error) {
    return (error as Error).constructor as typeof DOMException;
  }
}

/**
 * Files share a window and all modules (`isolate: false`): no test may leave anything to the next, in any
 * order.
 */
async function keepTestsApart(): Promise<void> {
  const [
    { replaceConfig },
    { forgetLost },
    { forgetWarnings },
    { endSession },
    { preferences },
    { loadTexts },
    areas,
    { clearToasts },
    { pointTo },
  ] = await Promise.all([
    import('../../src/core/config.ts'),
    import('../../src/core/notKept.ts'),
    import('../../src/core/records.ts'),
    import('../../src/core/session.ts'),
    import('../../src/core/preferences.ts'),
    import('../../src/i18n/texts.ts'),
    import('../../src/i18n/areas.ts'),
    import('../console/support/clearToasts.ts'),
    import('../console/support/jsonServer.ts'),
    import('../console/support/withoutExtras.tsx'),
  ]);
  // Texts that the console's start and its screens wait for, and that a change of language loads.
  await Promise.all([loadTexts('en'), loadTexts('ne'), areas.loadAreas(areas.areaNames)]);

  const forgetChoices = () => {
    preferences.set({ language: 'en', theme: 'light', digits: 'latin', calendar: undefined });
    localStorage.clear();
    sessionStorage.clear();
    for (const name of Object.keys(Cookies.get())) Cookies.remove(name, { path: '/' });
  };
  // A file that loads modules anew (`vi.resetModules`) may leave a copy that has read what a test chose.
  forgetChoices();

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

  // The first hook after a test runs last, after those of the file.
  afterEach(async () => {
    cleanup();
    // jsdom would wait forever for the next frame if its interval were faked and then forgotten.
    if (vi.isFakeTimers()) vi.runOnlyPendingTimers();
    vi.useRealTimers();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
    endSession();
    forgetLost();
    forgetWarnings();
    // Answers that arrive after their test would count for the next one; one turn after the requests end,
    // their effects have happened.
    page.abort();
    await new Promise((resolve) => setTimeout(resolve));
    clearToasts();
    forgetChoices();
    for (const name of document.documentElement.getAttributeNames())
      document.documentElement.removeAttribute(name);
    document.title = '';
    history.replaceState(null, '', '/');
    // A page that was about to be left is active again.
    window.dispatchEvent(new Event('pageshow'));
  });
  // Some files set their server's address once, and one replaces what the page came with.
  afterAll(() => replaceConfig({}));
}

// Tests of worker code have no window.
if (globalThis.window) {
  // Otherwise react-admin does not recognise requests that a page cancelled, and prints each.
  globalThis.DOMException = nodesException();
  await keepTestsApart();
}
