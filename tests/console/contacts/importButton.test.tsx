import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { contactImport } from '#schema/contactImport.ts';
import { PHONE } from '../../../src/core/look.ts';
import { endSession } from '../../../src/core/session.ts';
import { ImportButton } from '../../../src/resources/contacts/imports/ImportButton.tsx';
import { signInCustomer } from '../support/crudConsole.tsx';
import { renderPage } from '../support/messagingConsole.tsx';

afterEach(() => {
  cleanup();
  endSession();
  vi.unstubAllGlobals();
});

test.each([
  ['on a phone, where it is an icon', true, 'outlined', 'Import a file'],
  ['beside the main action in a wide window', false, 'outlined', null],
  ['on a phone, where it is the main action', true, 'contained', null],
] as const)(
  'the button that imports has its words in a tooltip only where they are hidden: %s',
  async (_, isPhone, variant, title) => {
    vi.stubGlobal('matchMedia', (query: string) =>
      Object.assign(new EventTarget(), { matches: isPhone && query === PHONE }),
    );
    signInCustomer();
    renderPage('/', <ImportButton entity={contactImport} variant={variant} />);
    expect((await screen.findByRole('link')).getAttribute('title')).toBe(title);
  },
);
