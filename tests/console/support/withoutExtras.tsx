/**
 * Takes away what the console's libraries do for developers only: a third of what its tests cost. Nothing that
 * a page shows or does depends on it.
 */
import { __unsafe_useEmotionCache as useStyles } from '@emotion/react';
import { configure, getConfig } from '@testing-library/dom';
import React from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

/**
 * React remembers for each element where in the code it was made, for the stacks of its warnings, but of no more
 * than ten thousand a second: here its counter says that from the beginning.
 */
function forgetOwners(): void {
  const named = Object.entries<unknown>(React).find(([name]) => name.startsWith('__CLIENT_INTERNALS'));
  const internals = Object(named?.[1]) as object;
  if (!('recentlyCreatedOwnerStacks' in internals)) throw new Error('React counts otherwise now');
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => 10_000, set: () => {} });
}

/** From now on the rules of all styles are in one element, as in production, and not each in its own. */
function Styles() {
  const cache = useStyles();
  if (!cache || !('isSpeedy' in cache.sheet)) throw new Error('Emotion keeps its styles otherwise now');
  cache.sheet.isSpeedy = true;
  return null;
}

/** Only the last attempt of `waitFor` prints the page: Testing Library adds it when the time is over. */
function printOnce(): void {
  const { getElementError } = getConfig();
  configure({
    getElementError(message, container) {
      const { _disableExpensiveErrorDiagnostics: isAttempt } = getConfig() as unknown as Record<
        string,
        unknown
      >;
      if (!isAttempt) return getElementError(message, container);
      return Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' });
    },
  });
}

forgetOwners();
renderToStaticMarkup(<Styles />);
printOnce();
