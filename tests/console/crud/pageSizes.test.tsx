import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { contactGroup } from '#schema/contactGroup.ts';
import { EntityList } from '../../../src/crud/EntityList.tsx';
import { startApi } from '../support/api.ts';
import { renderConsole, signInCustomer } from '../support/crudConsole.tsx';

const TOTAL = 63;
/** How many rows the server gives: always, or at most. */
let size = 10;
let isMost = false;
let api: Awaited<ReturnType<typeof startApi>>;

beforeEach(async () => {
  signInCustomer();
  isMost = false;
  api = await startApi(({ url }) => {
    const { searchParams } = new URL(url, 'http://x');
    const page = Number(searchParams.get('page'));
    const given = isMost ? Math.min(size, Number(searchParams.get('page_size'))) : size;
    const from = (page - 1) * given;
    const results = Array.from({ length: Math.min(given, TOTAL - from) }, (_, index) => ({
      id: from + index + 1,
      name: `Group ${from + index + 1}`,
    }));
    const next = from + given < TOTAL ? `http://elsewhere.test/?page=${page + 1}` : null;
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
const sizeAt = ({ search }: { search: string }) => new URLSearchParams(search).get('perPage');
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
  await waitFor(() => expect(sizeAt(router.state.location)).toBe('10'));
  await waitFor(() => expect(range()).toBe('1–10 of 63'));
  await press('Last page');
  await screen.findByText('Group 63');
  expect(range()).toBe('61–63 of 63');
});

test('a smaller size can be chosen, and an address with too large a one is mended each time', async () => {
  size = 25;
  isMost = true;
  const large = '/contact/groups?page=1&perPage=100&sort=name&order=ASC';
  const { router } = open(large);
  await waitFor(() => expect(sizeAt(router.state.location)).toBe('25'));
  await waitFor(() => expect(range()).toBe('1–25 of 63'));
  await userEvent.selectOptions(perPage() as HTMLSelectElement, '10');
  await waitFor(() => expect(range()).toBe('1–10 of 63'));
  await waitFor(() => expect(screen.queryByText('Group 11')).toBeNull());
  expect(sizeAt(router.state.location)).toBe('10');
  await act(() => router.navigate(large));
  await waitFor(() => expect(sizeAt(router.state.location)).toBe('25'));
  await screen.findByText('Group 25');
  await act(() => router.navigate(large));
  await waitFor(() => expect(sizeAt(router.state.location)).toBe('25'));
});

test('an address with too large a size that comes before the page has its size is mended, too', async () => {
  size = 25;
  isMost = true;
  const large = '/contact/groups?page=1&perPage=100&sort=name&order=ASC';
  const { router } = open(large);
  let visits = 1;
  const stop = router.subscribe(({ location }) => {
    if (sizeAt(location) !== '25') return;
    stop();
    visits++;
    void router.navigate(large);
  });
  await waitFor(() => expect([visits, sizeAt(router.state.location)]).toEqual([2, '25']));
  await waitFor(() => expect(range()).toBe('1–25 of 63'));
});

/** Calls back as soon as it holds, before React or a timer does anything else. */
const at = {
  'its first rows come': (press: () => void) => {
    const observer = new MutationObserver(() => {
      if (!screen.queryByText('Group 1')) return;
      observer.disconnect();
      press();
    });
    observer.observe(document.body, { childList: true, subtree: true });
  },
  'its address has the size of the server': (press: () => void, { router }: ReturnType<typeof open>) => {
    const stop = router.subscribe(({ location }) => {
      if (sizeAt(location) !== '10') return;
      stop();
      queueMicrotask(press);
    });
  },
};
test.each([
  ['its first rows come', 'Last page', '61–63 of 63'],
  ['its first rows come', 'Next page', '11–20 of 63'],
  ['its address has the size of the server', 'Last page', '61–63 of 63'],
  ['its address has the size of the server', 'Next page', '11–20 of 63'],
] as const)('no press is lost at the moment when %s: %s', async (moment, button, shown) => {
  size = 10;
  const list = open('/contact/groups?page=1&perPage=25&sort=name&order=ASC');
  let before: string | null | undefined;
  at[moment](() => {
    before = range();
    screen.getByRole('button', { name: button }).click();
  }, list);
  await screen.findByText(`Group ${shown.split('–')[0]}`);
  expect(before).toBe('1–10 of 63');
  await waitFor(() => expect(range()).toBe(shown));
  expect(sizeAt(list.router.state.location)).toBe('10');
});
