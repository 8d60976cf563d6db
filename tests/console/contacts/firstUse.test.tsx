import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { BlacklistList } from '../../../src/resources/contacts/blacklist/BlacklistList.tsx';
import { ContactList } from '../../../src/resources/contacts/contacts/ContactList.tsx';
import { startApi } from '../support/api.ts';
import { renderConsole, signInCustomer } from '../support/crudConsole.tsx';
import { pointTo } from '../support/jsonServer.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeEach(async () => {
  signInCustomer();
  api = await startApi(() => ({ body: { count: 0, next: null, previous: null, results: [] } }));
});
afterEach(async () => {
  pointTo('');
  await api.close();
});

const lists = [
  ['contact', { name: 'contact', list: ContactList, create: () => null }, 'No contacts yet', 'Add contact'],
  [
    'settings/blacklist',
    { name: 'settings/blacklist', list: BlacklistList, create: () => null },
    'The blacklist is empty',
    'Add blacklisted number',
  ],
] as const;

test.each(lists)(
  'the empty list %s speaks of imports only where there are any',
  async (name, resource, title) => {
    renderConsole([resource], `/${name}`, api.base);
    await screen.findByText(title);
    expect(screen.getAllByRole('link', { name: /Import/ }).length).toBeGreaterThan(0);
  },
);

test.each(lists)(
  'without them the empty list %s has its own way to begin',
  async (name, resource, title, add) => {
    pointTo('', []);
    renderConsole([resource], `/${name}`, api.base);
    const heading = await screen.findByText(title);
    expect(screen.queryByText(/import/i)).toBeNull();
    const links = screen.getAllByRole('link', { name: add });
    expect(
      links.some((link) => heading.compareDocumentPosition(link) & Node.DOCUMENT_POSITION_FOLLOWING),
    ).toBe(true);
  },
);
