import { configure } from '@testing-library/react';
import { loadTexts } from '../../src/i18n/texts.ts';

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

// Tests of a worker's code have no window.
if (globalThis.window) {
  // Else react-admin does not know the requests that a page gave up, and prints each.
  globalThis.DOMException = nodesException();
  // What the console's start waits for, and a change of language fetches.
  await Promise.all([loadTexts('en'), loadTexts('ne')]);
}
