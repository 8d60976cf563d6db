import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { bsDate } from '../../../src/core/format.ts';
import { preferences } from '../../../src/core/preferences.ts';
import { endSession, getUser, setUser } from '../../../src/core/session.ts';
import { SettingsPage } from '../../../src/resources/operations/settings/SettingsPage.tsx';
import { type JsonServer, pointTo, startJsonServer } from '../support/jsonServer.ts';
import { renderPage } from '../support/messagingConsole.tsx';
import { signInStaff } from '../support/staffConsole.tsx';

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
  stored = { approval_above: null, consecutive_numbers: 20, staff_two_factor: false, calendar_years: [] };
});
afterEach(() => {
  cleanup();
  sessionStorage.clear();
  endSession();
  preferences.set({ language: 'en', digits: 'latin' });
});

const ABOVE = /^Require approval above/;
const RUNS = /^Flag lists with consecutive numbers/;
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
  expect(screen.getByText(/flagged under Campaign Oversight but not stopped/)).toBeTruthy();
  expect(screen.getByText(/you included/)).toBeTruthy();
});

test('saves all of them at once, and what is emptied is off', async () => {
  const hand = await open();
  await hand.type(screen.getByLabelText(ABOVE), '1,000');
  await hand.clear(screen.getByLabelText(RUNS));
  await hand.click(screen.getByRole('checkbox', { name: 'Require two-factor sign-in for staff' }));
  await hand.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Settings saved')).toBeTruthy();
  expect(puts()).toEqual([
    { approval_above: 1000, consecutive_numbers: null, staff_two_factor: true, calendar_years: [] },
  ]);
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
    body: {
      detail: 'Some fields are not correct.',
      code: 'invalid',
      errors: { approval_above: ['Not now'] },
    },
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

const forecast = [31, 32, 31, 32, 31, 30, 30, 30, 29, 29, 30, 31];
const month = (name: string, year = 2084) =>
  screen.getByRole<HTMLInputElement>('textbox', { name: `${name} ${year}, days` });

test('adds the next year of the calendar, with the forecast to be corrected', async () => {
  const hand = await open();
  expect(screen.getByText(/Dates are known up to 2090. From 2084 on they are provisional/)).toBeTruthy();
  await hand.click(screen.getByRole('button', { name: 'Add 2084' }));
  await waitFor(() => expect(document.activeElement).toBe(month('Baisakh')));
  expect(month('Jestha').value).toBe('32');
  expect(
    screen.getByText(/366 days. 2085 begins on 14 Apr 2028. These are the provisional days/),
  ).toBeTruthy();
  for (const [name, days] of [
    ['Jestha', '31'],
    ['Ashadh', '३२'],
  ] as const) {
    await hand.clear(month(name));
    await hand.type(month(name), days);
  }
  expect(screen.getByText('366 days. 2085 begins on 14 Apr 2028.')).toBeTruthy();
  expect(screen.getByText(/From 2085 on they are provisional/)).toBeTruthy();
  await hand.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Settings saved')).toBeTruthy();
  const months = forecast.with(1, 31).with(2, 32);
  expect(puts()[0].calendar_years).toEqual([{ year: 2084, months }]);
});

test('adds a year beyond the table, whose months are all to be entered', async () => {
  const published = [31, 31, 32, 31, 31, 31, 30, 29, 30, 29, 30, 30];
  stored = {
    ...stored,
    calendar_years: Array.from({ length: 7 }, (_, n) => ({ year: 2084 + n, months: published })),
  };
  (stored.calendar_years as { months: number[] }[])[3]!.months = forecast;
  const hand = await open();
  await hand.click(screen.getByRole('button', { name: 'Add 2091' }));
  expect(month('Baisakh', 2091).value).toBe('');
  await hand.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Enter 29 to 32 days for each of the twelve months.')).toBeTruthy();
  expect(document.activeElement).toBe(month('Baisakh', 2091));
  expect(puts()).toEqual([]);
});

test('says which year is wrong and why, in the reader’s language', async () => {
  const hand = await open();
  await hand.click(screen.getByRole('button', { name: 'Add 2084' }));
  await hand.clear(month('Baisakh'));
  await hand.type(month('Baisakh'), '30');
  await hand.clear(month('Jestha'));
  await hand.type(month('Jestha'), '31');
  expect(screen.getByText('The months of 2084 have 364 days in total. A year has 365 or 366.')).toBeTruthy();
  await hand.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(month('Baisakh').getAttribute('aria-invalid')).toBe('true'));
  expect(puts()).toEqual([]);
  preferences.set({ language: 'ne', digits: 'devanagari' });
  expect(await screen.findByText(/^२०८४ सालका महिना जोड्दा ३६४ दिन हुन्छ/)).toBeTruthy();
});

test('takes a year out, and shows what the server says of one that is over', async () => {
  stored = { ...stored, calendar_years: [{ year: 2084, months: forecast }] };
  const text = 'The year 2084 is over, so its calendar cannot be changed.';
  refusal = {
    status: 400,
    body: {
      detail: 'A year that is over cannot be changed.',
      code: 'invalid',
      errors: { calendar_years: [text] },
    },
  };
  const hand = await open();
  // Saved as they are, the days are the published ones.
  expect(screen.getByText('366 days. 2085 begins on 14 Apr 2028.')).toBeTruthy();
  await hand.click(screen.getByRole('button', { name: 'Remove 2084' }));
  await hand.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(text)).toBeTruthy();
  expect(puts()[0].calendar_years).toEqual([]);
});

test('a server that keeps no years is not asked for any', async () => {
  delete stored.calendar_years;
  const hand = await open();
  expect(screen.queryByRole('button', { name: 'Add 2084' })).toBeNull();
  await hand.type(screen.getByLabelText(ABOVE), '5');
  await hand.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(puts()).toHaveLength(1));
  expect('calendar_years' in puts()[0]).toBe(false);
});

test('the years of the profile are those that dates are shown by', () => {
  setUser({ ...getUser()!, calendar_years: [{ year: 2084, months: forecast.with(1, 31).with(2, 32) }] });
  expect(bsDate('2027-06-15')).toBe('1 Ashadh 2084');
  const kept = localStorage.getItem('user') ?? '';
  endSession();
  expect(bsDate('2027-06-15')).toBe('32 Jestha 2084');
  // A page that is loaded again has the user of the last one before the server answers.
  localStorage.setItem('user', kept);
  getUser();
  expect(bsDate('2027-06-15')).toBe('1 Ashadh 2084');
});
