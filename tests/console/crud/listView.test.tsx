import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ResourceProps } from 'ra-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { contact } from '#schema/contact.ts';
import { preferences } from '../../../src/core/preferences.ts';
import { getUser, setUser } from '../../../src/core/session.ts';
import { inOrder } from '../../../src/crud/columns.ts';
import { EntityList } from '../../../src/crud/EntityList.tsx';
import { startApi } from '../support/api.ts';
import { renderConsole, signInCustomer } from '../support/crudConsole.tsx';

const id = (n: number) => `01890000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const person = {
  uuid: id(1),
  name: 'Person 1',
  phone: '+9779841000001',
  operator: 'ntc',
  groups: [],
  attributes: {},
  is_active: true,
  created_at: '2026-01-02T03:04:05Z',
  updated_at: '2026-01-02T03:04:05Z',
};

let api: Awaited<ReturnType<typeof startApi>>;
const resources: ResourceProps[] = [
  { name: contact.name, list: <EntityList entity={contact} />, show: <p>show</p> },
];
async function open(address = '/contact') {
  const { router } = renderConsole(resources, address, api.base);
  await screen.findByRole('link', { name: 'Person 1' });
  return { user: userEvent.setup(), filter: () => new URLSearchParams(router.state.location.search) };
}
const heads = () => screen.getAllByRole('columnheader').map((head) => head.textContent);
const press = async (user: ReturnType<typeof userEvent.setup>, name: string) =>
  user.click(await screen.findByRole('menuitem', { name }));
const openSaved = (user: ReturnType<typeof userEvent.setup>) =>
  user.click(screen.getByRole('button', { name: 'Saved filters' }));

beforeEach(async () => {
  localStorage.clear();
  preferences.set({ language: 'en' });
  signInCustomer();
  api = await startApi(() => ({ body: { count: 1, next: null, previous: null, results: [person] } }));
});
afterEach(async () => {
  cleanup();
  await api.close();
});

describe('the order of columns', () => {
  const columns = ['a', 'b', 'c'].map((name) => ({ name }));
  const names = (order: string[]) => inOrder(columns, order).map(({ name }) => name);
  it('follows the user’s choice; new columns keep their place, removed ones disappear', () => {
    expect(names([])).toEqual(['a', 'b', 'c']);
    expect(names(['c', 'a', 'b'])).toEqual(['c', 'a', 'b']);
    expect(names(['c', 'x', 'a'])).toEqual(['c', 'b', 'a']);
  });
});

describe('the view of a list', () => {
  it('moves and hides columns, keeps the one with the name, and is there the next time', async () => {
    const { user } = await open();
    const before = heads();
    await user.click(screen.getByRole('button', { name: 'View' }));
    const dialog = await screen.findByRole('dialog', { name: 'View of the list' });
    expect((within(dialog).getByRole('checkbox', { name: 'Name' }) as HTMLInputElement).disabled).toBe(true);
    const up = within(dialog).getByRole('button', { name: 'Move Operator up' });
    await user.click(up);
    expect(document.activeElement).toBe(within(dialog).getByRole('button', { name: 'Move Operator up' }));
    expect(within(dialog).getByRole('status').textContent).toBe('Operator: 2 of 6');
    await user.keyboard('{Enter}');
    // At the first place it cannot go on: the focus is on the way back.
    expect(document.activeElement).toBe(within(dialog).getByRole('button', { name: 'Move Operator down' }));
    await user.click(within(dialog).getByRole('checkbox', { name: 'Phone' }));
    await user.click(within(dialog).getByRole('radio', { name: 'Compact' }));
    await user.keyboard('{Escape}');
    cleanup();
    const again = await open();
    expect(heads().filter(Boolean)[0]).toBe('Operator');
    expect(heads()).not.toContain('Phone');
    expect(screen.getByRole('table').dataset.density).toBe('compact');
    await again.user.click(screen.getByRole('button', { name: 'View' }));
    await again.user.click(await screen.findByRole('button', { name: 'Reset columns' }));
    expect(screen.getAllByRole('columnheader', { hidden: true }).map((head) => head.textContent)).toEqual(
      before,
    );
  });
});

/** As react-admin keeps it; the test before shows that the list does so itself. */
const rams = {
  label: 'Rams of Ncell',
  value: {
    filter: { operator: 'ncell', q: 'ram' },
    sort: { field: 'name', order: 'DESC' },
    displayedFilters: [],
    perPage: 25,
  },
};
const keyOf = (owner = getUser()?.uuid) => `RaStore${owner}.contact.savedQueries`;
const kept = (): unknown => JSON.parse(localStorage.getItem(keyOf()) ?? '[]');

describe('saved filters', () => {
  it('take what the list shows, under a name', async () => {
    const { user } = await open(
      '/contact?filter={"operator":"ncell","q":"ram"}&sort=name&order=DESC&page=1&perPage=25',
    );
    await openSaved(user);
    await press(user, 'Save these filters…');
    await user.type(await screen.findByRole('textbox', { name: /Name/ }), 'Rams of Ncell{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(kept()).toEqual([rams]);
  });

  it('are chosen: search, filters and order in one request', async () => {
    localStorage.setItem(keyOf(), JSON.stringify([rams]));
    const { user, filter } = await open('/contact?filter={}&sort=created_at&order=DESC&page=1&perPage=25');
    const before = api.urls().length;
    await openSaved(user);
    const one = await screen.findByRole('menuitemradio', { name: 'Rams of Ncell' });
    expect(one.getAttribute('aria-checked')).toBe('false');
    await user.click(one);
    await waitFor(() => expect(filter().get('sort')).toBe('name'));
    expect(JSON.parse(filter().get('filter') ?? '')).toEqual(rams.value.filter);
    await waitFor(() => expect(api.urls().at(-1)).toContain('ordering=-name&operator=ncell&search=ram'));
    expect(api.urls()).toHaveLength(before + 1);
    expect((screen.getByRole('searchbox') as HTMLInputElement).value).toBe('ram');
    await openSaved(user);
    expect((await screen.findByRole('menuitemradio')).getAttribute('aria-checked')).toBe('true');
  });

  it('are renamed, but not to nothing', async () => {
    localStorage.setItem(keyOf(), JSON.stringify([rams]));
    const { user } = await open();
    await openSaved(user);
    await press(user, 'Rename or delete…');
    const name = await screen.findByRole('textbox', { name: 'Name of filter 1' });
    await user.clear(name);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(screen.getByText('Required')).toBeTruthy();
    expect(document.activeElement).toBe(name);
    await user.type(name, 'All Rams{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(kept()).toEqual([{ ...rams, label: 'All Rams' }]);
  });

  it('are deleted once that is saved, and not before', async () => {
    localStorage.setItem(keyOf(), JSON.stringify([rams]));
    const { user } = await open();
    for (const button of ['Cancel', 'Save']) {
      await openSaved(user);
      await press(user, 'Rename or delete…');
      await user.click(await screen.findByRole('button', { name: 'Delete: Rams of Ncell' }));
      await user.click(screen.getByRole('button', { name: button }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      expect(kept()).toEqual(button === 'Cancel' ? [rams] : []);
    }
  });

  it('are each user’s own', async () => {
    localStorage.setItem(keyOf(), JSON.stringify([rams]));
    const mine = getUser();
    setUser(mine && { ...mine, uuid: id(70) });
    const { user } = await open();
    await openSaved(user);
    expect(await screen.findByText(/Search or filter the list/)).toBeTruthy();
    expect(screen.queryByRole('menuitemradio')).toBeNull();
  });
});
