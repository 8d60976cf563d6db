import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { endSession, getUser } from '../../../src/core/session.ts';
import { SettingsPage } from '../../../src/resources/operations/settings/SettingsPage.tsx';
import { type JsonServer, pointTo, startJsonServer } from '../support/jsonServer.ts';
import { renderPage } from '../support/messagingConsole.tsx';
import { signInStaff } from '../support/staffConsole.tsx';

let server: JsonServer;
let stored: Record<string, unknown>;
let puts: Record<string, unknown>[];

beforeAll(async () => {
  server = await startJsonServer();
  pointTo(server.base);
  server.handle(({ method, url, body }, response) => {
    const isPart = url?.startsWith('/v1/admin/settings/');
    if (isPart && method === 'PUT') {
      puts.push(JSON.parse(body));
      stored = { ...stored, ...puts.at(-1) };
    }
    response.writeHead(200).end(JSON.stringify({ data: isPart ? stored : getUser() }));
  });
});
afterAll(() => server.stop());
beforeEach(() => {
  signInStaff('admin');
  puts = [];
  stored = { approval_above: null, quiet_hours: null, validity_hours: 24, fixed: [] };
});
afterEach(() => {
  cleanup();
  sessionStorage.clear();
  endSession();
});

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
async function open() {
  renderPage('/admin/settings/*', <SettingsPage />, '/admin/settings');
  await screen.findByLabelText('From');
  return userEvent.setup();
}
const save = (hand: Awaited<ReturnType<typeof open>>) =>
  hand.click(screen.getByRole('button', { name: 'Save' }));

test('quiet hours are two times of day, however they are typed', async () => {
  const hand = await open();
  await hand.type(field('From'), '2200');
  await hand.type(field('Until'), '०७:००');
  await save(hand);
  await waitFor(() => expect(puts).toHaveLength(1));
  expect(puts[0]).toMatchObject({ quiet_hours: '22:00-07:00' });
});

test('both emptied, there are none', async () => {
  stored.quiet_hours = '22:00-07:00';
  const hand = await open();
  expect([field('From').value, field('Until').value]).toEqual(['22:00', '07:00']);
  await hand.clear(field('From'));
  await hand.clear(field('Until'));
  await save(hand);
  await waitFor(() => expect(puts).toHaveLength(1));
  expect(puts[0]).toMatchObject({ quiet_hours: null });
});

test.each([
  ['one alone', '22:00', '', 'Until'],
  ['no time of day', '22:00', '25', 'Until'],
  ['twice the same', '22:00', '22:00', undefined],
])('%s is refused beside the times, and nothing is saved', async (_, from, until, wrong) => {
  const hand = await open();
  await hand.type(field('From'), from);
  if (until) await hand.type(field('Until'), until);
  await save(hand);
  expect(await screen.findByText(/^Enter a time from which and one until which/)).toBeTruthy();
  if (wrong) expect(field(wrong).getAttribute('aria-invalid')).toBe('true');
  expect(puts).toEqual([]);
});

test('what the environment sets cannot be changed', async () => {
  stored = { ...stored, quiet_hours: '22:00-07:00', fixed: ['quiet_hours'] };
  await open();
  expect([field('From').disabled, field('Until').disabled]).toEqual([true, true]);
});

test('a hyphen that is pasted leaves the other time as it was', async () => {
  stored.quiet_hours = '21:00-07:00';
  const hand = await open();
  await hand.clear(field('From'));
  await hand.click(field('From'));
  await hand.paste('22-00');
  await hand.tab();
  expect([field('From').value, field('Until').value]).toEqual(['22:00', '07:00']);
});
