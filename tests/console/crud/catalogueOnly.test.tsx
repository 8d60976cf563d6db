import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test } from 'vitest';
import { preferences } from '../../../src/core/preferences.ts';
import { ContactList } from '../../../src/resources/contacts/contacts/ContactList.tsx';
import { startApi } from '../support/api.ts';
import { renderConsole, signInCustomer } from '../support/crudConsole.tsx';
import { pointTo } from '../support/jsonServer.ts';
import { uuid } from '../support/messagingConsole.tsx';

const people = [1, 2, 3].map((n) => ({
  ...{ uuid: uuid(n), name: `Person ${n}`, phone: `+977984100000${n}`, groups: [], is_active: true },
  created_at: `2026-01-0${9 - n}T00:00:00Z`,
}));

test('a list of a server with only the catalogue has no export, and deletes rows one by one with progress', async () => {
  preferences.set({ language: 'en' });
  signInCustomer();
  const api = await startApi(({ method, url }) => {
    if (method !== 'DELETE') return { body: { count: 40, next: '/?cursor=x', results: people } };
    return url.includes(uuid(3)) ? { status: 403, body: { detail: 'Not yours.' } } : { status: 204 };
  });
  pointTo(api.base, []);
  onTestFinished(async () => {
    pointTo('');
    await api.close();
  });
  const user = userEvent.setup();
  renderConsole([{ name: 'contact', list: ContactList, edit: () => null }], '/contact', api.base);
  await screen.findByText('Person 1');
  await user.click(screen.getByRole('checkbox', { name: 'Select all rows on this page' }));
  const remove = await screen.findByRole('button', { name: 'Delete' });
  expect(screen.queryByRole('button', { name: 'Export' })).toBeNull();
  expect(screen.queryByRole('button', { name: /that match$/ })).toBeNull();
  await user.click(remove);
  const deleted = () => api.urls().filter((url) => url.startsWith('DELETE'));
  // It begins when the toast that offers Undo is gone, which may not hear the first press.
  await waitFor(() => {
    document.querySelector<HTMLElement>('.toast-close')?.click();
    expect(deleted()).not.toEqual([]);
  });
  expect(await screen.findByText('2 of 3 deleted. Not yours.')).toBeTruthy();
  expect(deleted()).toEqual(people.map((one) => `DELETE /v1/core/contacts/${one.uuid}/`));
});
