import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setClock } from '../../../src/core/clock.ts';
import { closeToasts, pageOf, people, setUpLists } from './entityListSetup.tsx';

const setup = setUpLists();
const { open, contactUrls } = setup;

const HOUR = 3_600_000;
/** The server's clock, an hour behind, in whole seconds as HTTP has it. */
let server: number;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  server = Math.floor((Date.now() - HOUR) / 1000) * 1000;
  setup.headers = { Date: new Date(server).toUTCString() };
});
afterEach(() => {
  vi.useRealTimers();
  setClock(new Date().toUTCString(), Date.now());
});

/** Deletes all 40 that match, and gives the filter of the request. */
async function deleteAll(address: string, deleted: number) {
  setup.contacts = ({ method }) =>
    method === 'DELETE'
      ? { body: { data: { deleted } } }
      : { body: pageOf(people, { count: 40, next: '/?cursor=x' }) };
  open(address);
  const user = userEvent.setup();
  await screen.findByRole('link', { name: 'Person 1' });
  await user.click(screen.getByRole('checkbox', { name: 'Select all rows on this page' }));
  await user.click(await screen.findByRole('button', { name: 'Select all 40 that match' }));
  // What is added while somebody reads the question is not counted in it.
  vi.setSystemTime(Date.now() + 10 * 60_000);
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete 40' }));
  await screen.findByText('40 deleted');
  await closeToasts();
  const sent = () => contactUrls().find((url) => url.startsWith('DELETE')) ?? '';
  await waitFor(() => expect(sent()).not.toBe(''));
  return new URLSearchParams(sent().split('?')[1]?.replaceAll('+', '%2B'));
}

test('what came after the list was read is not deleted with all that match', async () => {
  const sent = await deleteAll('/contact?filter={"operator":"ntc"}', 40);
  expect([...sent.keys()]).toEqual(['created_at__lte', 'operator']);
  const until = Date.parse(sent.get('created_at__lte') ?? '');
  // The second in which the list was answered is over, and some milliseconds more may have passed here.
  expect(until - server).toBeGreaterThanOrEqual(1000);
  expect(until - server).toBeLessThan(60_000);
});

test('nor where everything is deleted', async () => {
  expect([...(await deleteAll('/contact', 40)).keys()]).toEqual(['created_at__lte']);
});

test('a day that somebody chose before it stays', async () => {
  const day = '2026-01-02T23:59:59.999+05:45';
  const filter = encodeURIComponent(JSON.stringify({ created_at__lte: day }));
  expect((await deleteAll(`/contact?filter=${filter}`, 40)).get('created_at__lte')).toBe(day);
});

test('the number that the server has deleted is told where it is another', async () => {
  await deleteAll('/contact', 38);
  expect(await screen.findByText('38 deleted')).toBeTruthy();
});
