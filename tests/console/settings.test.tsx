import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { endSession, getUser } from '../../src/authProvider/session.ts';
import { SettingsPage } from '../../src/pages/settings/SettingsPage.tsx';
import { preferences } from '../../src/preferences.ts';
import { type JsonServer, pointTo, startJsonServer } from './jsonServer.ts';
import { renderPage } from './messagingConsole.tsx';
import { signInStaff } from './staffConsole.tsx';

const PATH = '/v1/admin/settings/';
let server: JsonServer;
let stored: Record<string, unknown>;
let refusal: { status: number; body: unknown } | undefined;

beforeAll(async () => {
  server = await startJsonServer();
  pointTo(server.base);
  server.handle(({ method, url, body }, response) => {
    const end = (status: number, answer: unknown) => response.writeHead(status).end(JSON.stringify(answer));
    if (url !== PATH) return end(200, { data: getUser() });
    if (method === 'GET') return end(200, { data: stored });
    if (refusal) return end(refusal.status, refusal.body);
    stored = JSON.parse(body);
    end(200, { data: stored });
  });
});
afterAll(() => server.stop());
beforeEach(() => {
  signInStaff('admin');
  server.seen.length = 0;
  refusal = undefined;
  stored = { approval_above: null, consecutive_numbers: 20, staff_two_factor: false };
});
afterEach(() => {
  cleanup();
  sessionStorage.clear();
  endSession();
  preferences.set({ language: 'en', digits: 'latin' });
});

const ABOVE = /^Approval above so many recipients/;
const RUNS = /^Flag lists with so many consecutive numbers/;
async function open() {
  renderPage('/admin/settings', <SettingsPage />);
  await screen.findByLabelText(ABOVE);
  return userEvent.setup();
}
const value = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label).value;
const puts = () => server.seen.filter(({ method }) => method === 'PUT').map(({ body }) => JSON.parse(body));

test('shows what holds now, each setting with what it does', async () => {
  await open();
  expect(value(ABOVE)).toBe('');
  expect(value(RUNS)).toBe('20');
  expect(screen.getByText(/Empty: none does/)).toBeTruthy();
  expect(screen.getByText(/a flag stops nothing by itself/)).toBeTruthy();
  expect(screen.getByText(/you included/)).toBeTruthy();
});

test('saves all of them at once, and what is emptied is off', async () => {
  const hand = await open();
  await hand.type(screen.getByLabelText(ABOVE), '1,000');
  await hand.clear(screen.getByLabelText(RUNS));
  await hand.click(screen.getByRole('checkbox', { name: 'Staff must use two-factor sign-in' }));
  await hand.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('The settings are saved.')).toBeTruthy();
  expect(puts()).toEqual([{ approval_above: 1000, consecutive_numbers: null, staff_two_factor: true }]);
  // The reader may be one of those who must set it up now.
  await waitFor(() => expect(server.seen.some(({ url }) => url === '/v1/autho/user/profile/')).toBe(true));
});

test('says what is wrong beside its field and sends nothing', async () => {
  const hand = await open();
  await hand.clear(screen.getByLabelText(RUNS));
  await hand.type(screen.getByLabelText(RUNS), '1');
  await hand.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.getByLabelText(RUNS).getAttribute('aria-invalid')).toBe('true'));
  expect(document.activeElement).toBe(screen.getByLabelText(RUNS));
  expect(puts()).toEqual([]);
});

test('shows what the server refuses beside the field', async () => {
  refusal = {
    status: 400,
    body: { detail: 'Some fields are not right.', code: 'invalid', errors: { approval_above: ['Not now'] } },
  };
  const hand = await open();
  await hand.type(screen.getByLabelText(ABOVE), '5');
  await hand.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Not now')).toBeTruthy();
  expect(value(ABOVE)).toBe('5');
});

test('Cancel puts back what holds', async () => {
  const hand = await open();
  await hand.type(screen.getByLabelText(ABOVE), '77');
  await hand.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(value(ABOVE)).toBe(''));
});
