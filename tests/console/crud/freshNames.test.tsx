import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { contact } from '#schema/contact.ts';
import { contactGroup } from '#schema/contactGroup.ts';
import { preferences } from '../../../src/core/preferences.ts';
import { EntityList } from '../../../src/crud/EntityList.tsx';
import { EntityShow } from '../../../src/crud/EntityShow.tsx';
import { startApi } from '../support/api.ts';
import { renderConsole, signInCustomer } from '../support/crudConsole.tsx';
import { id, pageOf, person } from './entityListSetup.tsx';

const group = (name: string) => pageOf([{ uuid: id(90), name }]);
let api: Awaited<ReturnType<typeof startApi>>;
let name: string;

beforeEach(async () => {
  localStorage.clear();
  preferences.set({ language: 'en' });
  signInCustomer();
  name = 'Staff';
  api = await startApi(({ url }) => {
    if (url.startsWith(contactGroup.path)) return { body: group(name) };
    // The record says more than its row, so that its own answer can be waited for.
    if (url.includes(id(1))) return { body: { data: { ...person(1), name: 'Person 1 of 1' } } };
    return { body: pageOf([person(1)]) };
  });
});
afterEach(async () => {
  vi.useRealTimers();
  cleanup();
  await api.close();
});

/** Opens the record of a list that shows its group's name, `later` milliseconds after it; waits for the record's answer. */
async function openRecord(later: number): Promise<void> {
  renderConsole(
    [
      { name: contact.name, list: <EntityList entity={contact} />, show: <EntityShow entity={contact} /> },
      { name: contactGroup.name },
    ],
    '/contact',
    api.base,
  );
  await screen.findByText('Staff');
  name = 'Colleagues';
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + later });
  fireEvent.click(screen.getByRole('link', { name: 'Person 1' }));
  await waitFor(() => expect(document.querySelector('h1')?.textContent).toBe('Person 1 of 1'));
}
const asked = () => api.urls().filter((url) => url.includes(contactGroup.path)).length;

test('a record does not ask again for the names that its list has just shown', async () => {
  await openRecord(0);
  expect(screen.getByText('Staff')).toBeTruthy();
  expect(asked()).toBe(1);
});

test('names that have been shown for ten seconds are asked for again', async () => {
  await openRecord(10_001);
  expect(await screen.findByText('Colleagues')).toBeTruthy();
  expect(asked()).toBe(2);
});
