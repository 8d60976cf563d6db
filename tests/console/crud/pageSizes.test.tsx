import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { contactGroup } from '#schema/contactGroup.ts';
import { EntityList } from '../../../src/crud/EntityList.tsx';
import { startApi } from '../support/api.ts';
import { renderConsole, signInCustomer } from '../support/crudConsole.tsx';

const TOTAL = 63;
/** How many rows the server gives, whatever it is asked for. */
let size = 10;
let api: Awaited<ReturnType<typeof startApi>>;

beforeEach(async () => {
  signInCustomer();
  api = await startApi(({ url }) => {
    const page = Number(new URL(url, 'http://x').searchParams.get('page'));
    const from = (page - 1) * size;
    const results = Array.from({ length: Math.min(size, TOTAL - from) }, (_, index) => ({
      id: from + index + 1,
      name: `Group ${from + index + 1}`,
    }));
    const next = from + size < TOTAL ? `http://elsewhere.test/?page=${page + 1}` : null;
    return { body: { count: TOTAL, next, previous: null, results } };
  });
});
afterEach(async () => {
  cleanup();
  await api.close();
});

const open = (address = '/contact/groups') =>
  renderConsole(
    [{ name: contactGroup.name, list: <EntityList entity={contactGroup} link={false} /> }],
    address,
    api.base,
  );
const range = () => document.querySelector('.crud-range')?.textContent;
const perPage = () => document.querySelector<HTMLSelectElement>('.crud-pagination select');
const sizes = () => [...(perPage()?.options ?? [])].map(({ value }) => value);
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

test('a list is paged by the size that its server gives: rows per page, range and last page', async () => {
  size = 10;
  open();
  await screen.findByText('Group 1');
  await waitFor(() => expect(perPage()?.value).toBe('10'));
  expect(range()).toBe('1–10 of 63');
  expect(sizes()).toEqual(['10']);
  await press('Next page');
  await screen.findByText('Group 11');
  expect(range()).toBe('11–20 of 63');
  await press('Last page');
  await screen.findByText('Group 63');
  expect(range()).toBe('61–63 of 63');
  expect(screen.getByRole('button', { name: 'Next page' })).toHaveProperty('disabled', true);
  // What the first answer told is not asked for twice.
  expect(api.asked.filter(({ url }) => url.includes('page=1&'))).toHaveLength(1);
});

test('so it is where the server gives more than the list asks for', async () => {
  size = 50;
  open();
  await screen.findByText('Group 50');
  await waitFor(() => expect(perPage()?.value).toBe('50'));
  expect(range()).toBe('1–50 of 63');
  await press('Last page');
  await screen.findByText('Group 63');
  expect(range()).toBe('51–63 of 63');
});

test('so it is at an address that asks for another size', async () => {
  size = 10;
  const { router } = open('/contact/groups?page=1&perPage=25&sort=name&order=ASC');
  await screen.findByText('Group 1');
  await waitFor(() => expect(new URLSearchParams(router.state.location.search).get('perPage')).toBe('10'));
  await waitFor(() => expect(range()).toBe('1–10 of 63'));
  await press('Last page');
  await screen.findByText('Group 63');
  expect(range()).toBe('61–63 of 63');
});
