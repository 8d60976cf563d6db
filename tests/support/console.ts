import { configure } from '@testing-library/react';
import { loadTexts } from '../../src/i18n/texts.ts';

/** How long to wait for what a page will show: a busy machine takes its time, and what never comes still fails. */
configure({ asyncUtilTimeout: 10_000 });

// What the console's start waits for, and a change of language fetches. Tests of a worker's code have no window.
if (globalThis.window) await Promise.all([loadTexts('en'), loadTexts('ne')]);
