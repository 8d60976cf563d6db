import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ResourceProps } from 'ra-core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { contact } from '#schema/contact.ts';
import { preferences } from '../../../src/core/preferences.ts';
import { EntityList } from '../../../src/crud/EntityList.tsx';
import { type Asked, startApi } from '../support/api.ts';
import { renderConsole, signInCustomer } from '../support/crudConsole.tsx';

const person = {
  uuid: '01890000-0000-7000-8000-000000000001',
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
const list = (
  <EntityList
    entity={contact}
    columns={['name', 'phone', 'operator', 'groups', 'is_active', 'created_at']}
    above={<p>About all of them</p>}
    sort={{ field: 'updated_at', order: 'DESC' }}
  />
);
const withPages: ResourceProps[] = [{ name: contact.name, list, show: <p>One person</p> }];
const withoutPages: ResourceProps[] = [{ name: contact.name, list }];

const asPhone = (isPhone: boolean) =>
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: isPhone && query === '(width < 37.5em)',
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));

async function open(resources = withPages) {
  const { router } = renderConsole(resources, '/contact', api.base);
  await screen.findByText('Person 1');
  return { user: userEvent.setup(), router };
}

beforeEach(async () => {
  localStorage.clear();
  preferences.set({ language: 'en' });
  signInCustomer();
  api = await startApi((_: Asked) => ({ body: { count: 1, next: null, previous: null, results: [person] } }));
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await api.close();
});

const isBefore = (one: Element, other: Element) =>
  Boolean(one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING);

describe('a list on a phone', () => {
  beforeEach(() => asPhone(true));

  it('has its order, filters and the rest behind one button', async () => {
    const { user } = await open();
    expect(screen.queryByRole('combobox', { name: 'Sort by' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'View' })).toBeNull();
    const button = screen.getByRole('button', { name: 'Sort, filter' });
    expect(button.getAttribute('aria-expanded')).toBe('false');
    await user.click(button);
    expect(button.getAttribute('aria-expanded')).toBe('true');
    expect(await screen.findByRole('combobox', { name: 'Sort by' })).toBeTruthy();
    expect(await screen.findByRole('combobox', { name: 'Operator' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'View' })).toBeTruthy();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Operator' }), 'ntc');
    expect(await screen.findByRole('button', { name: 'Sort, filter (1)' })).toBeTruthy();
  });

  it('names the order it has, also one that no column offers, and what each order puts first', async () => {
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Sort, filter' }));
    const select = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Sort by' });
    const texts = () => [...select.options].map(({ text }) => text);
    expect(select.selectedOptions[0]?.text).toBe('Changed, latest first');
    expect(texts().slice(1, 5)).toEqual([
      'Name, A to Z',
      'Name, Z to A',
      'Phone, lowest first',
      'Phone, highest first',
    ]);
    await user.selectOptions(select, 'Created, newest first');
    await waitFor(() => expect(api.urls().at(-1)).toContain('ordering=-created_at'));
    expect(select.selectedOptions[0]?.text).toBe('Created, newest first');
    expect(texts()).not.toContain('Changed, latest first');
  });

  it('comes before what is about the whole list', async () => {
    await open();
    expect(isBefore(screen.getByRole('table'), screen.getByText('About all of them'))).toBe(true);
  });

  it('stays a table, whose rows are opened and selected as elsewhere', async () => {
    const { user } = await open();
    const row = screen.getByText('Person 1').closest('tr') as HTMLElement;
    expect(row.getAttribute('role')).toBe('row');
    expect(within(row).getAllByRole('cell').length).toBeGreaterThan(4);
    await user.click(within(row).getByRole('checkbox', { name: 'Select Person 1' }));
    expect(await screen.findByText('All 1 on this page are selected.')).toBeTruthy();
    expect(screen.queryByText('One person')).toBeNull();
    await user.click(within(row).getByText('NTC'));
    expect(await screen.findByText('One person')).toBeTruthy();
  });

  it('shows below a row what two lines leave out, if no page does', async () => {
    const { user } = await open(withoutPages);
    const row = screen.getByText('Person 1').closest('tr') as HTMLElement;
    const more = within(row).getByRole('button', { name: 'Details of this row: Person 1' });
    expect([more.getAttribute('aria-expanded'), row.dataset.open]).toEqual(['false', undefined]);
    await user.click(more);
    expect([more.getAttribute('aria-expanded'), row.dataset.open]).toEqual(['true', 'true']);
    cleanup();
    await open(withPages);
    expect(screen.queryByRole('button', { name: /Details of this row/ })).toBeNull();
  });
});

describe('a list on a wider screen', () => {
  it('has its buttons in a row, and no second way to sort', async () => {
    asPhone(false);
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Filters' }));
    expect(await screen.findByRole('combobox', { name: 'Operator' })).toBeTruthy();
    expect(screen.queryByRole('combobox', { name: 'Sort by' })).toBeNull();
    expect(isBefore(screen.getByText('About all of them'), screen.getByRole('table'))).toBe(true);
  });

  it('says in its view which columns have no room', async () => {
    asPhone(false);
    const { user } = await open();
    const style = document.createElement('style');
    style.textContent = 'th[data-column="phone"] { display: none }';
    document.head.append(style);
    await user.click(screen.getByRole('button', { name: 'View' }));
    expect(await screen.findByRole('checkbox', { name: 'Phone (no room at this width)' })).toBeTruthy();
    expect(screen.getByRole('checkbox', { name: 'Operator' })).toBeTruthy();
    style.remove();
  });
});
