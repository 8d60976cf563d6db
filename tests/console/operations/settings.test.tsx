import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { billing } from '#schema/billingSettings.ts';
import { mailServer } from '#schema/mailSettings.ts';
import { bsDate } from '../../../src/core/format.ts';
import { preferences } from '../../../src/core/preferences.ts';
import { endSession, getUser, setUser } from '../../../src/core/session.ts';
import { SettingsPage } from '../../../src/resources/operations/settings/SettingsPage.tsx';
import { type JsonServer, pointTo, startJsonServer } from '../support/jsonServer.ts';
import { renderPage } from '../support/messagingConsole.tsx';
import { signInStaff } from '../support/staffConsole.tsx';

const PARTS = '/v1/admin/settings/';
let server: JsonServer;
/** What the server has, by the part. */
let stored: Record<string, Record<string, unknown>>;
let refusal: { status: number; body: unknown } | undefined;

beforeAll(async () => {
  server = await startJsonServer();
  pointTo(server.base);
  server.handle(({ method, url, body }, response) => {
    const end = (status: number, answer: unknown) => response.writeHead(status).end(JSON.stringify(answer));
    if (!url?.startsWith(PARTS)) return end(200, { data: getUser() });
    const part = url.slice(PARTS.length, -1);
    if (method === 'PUT') {
      if (refusal) return end(refusal.status, refusal.body);
      stored[part] = { ...stored[part], ...JSON.parse(body) };
    }
    end(200, { data: stored[part] });
  });
});
afterAll(() => server.stop());
beforeEach(() => {
  signInStaff('admin');
  server.seen.length = 0;
  refusal = undefined;
  stored = {
    sending: { approval_above: null, consecutive_numbers: 20, fixed: [] },
    security: { two_factor_roles: [], staff_idle_minutes: 60, fixed: [] },
    calendar: { calendar_years: [], fixed: [] },
  };
});
afterEach(() => {
  cleanup();
  sessionStorage.clear();
  endSession();
  preferences.set({ language: 'en', digits: 'latin' });
});

const ABOVE = /^Require approval above/;
const RUNS = /^Flag lists with consecutive numbers/;
const IDLE = /^Sign out inactive staff/;
function render(tab = '') {
  renderPage('/admin/settings/*', <SettingsPage />, `/admin/settings${tab}`);
  return userEvent.setup();
}
async function open() {
  const hand = render();
  await screen.findByLabelText(ABOVE);
  return hand;
}
async function openCalendar() {
  const hand = render('/calendar');
  await screen.findByText(/Dates are known up to/);
  return hand;
}
const value = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label).value;
const puts = () => server.seen.filter(({ method }) => method === 'PUT').map(({ body }) => JSON.parse(body));

test('shows what holds now, each setting with what it does', async () => {
  await open();
  expect(value(ABOVE)).toBe('');
  expect(value(RUNS)).toBe('20');
  expect(screen.getByText(/Empty: none does/)).toBeTruthy();
  expect(screen.getByText(/flagged under Campaign Oversight but not stopped/)).toBeTruthy();
});

test('has a tab at each address, and none at others', async () => {
  const hand = await open();
  const tabs = screen.getByRole('navigation', { name: 'Provider settings' });
  const current = () => tabs.querySelector('[aria-current="page"]')?.textContent;
  expect(current()).toBe('Sending');
  await hand.click(within(tabs).getByRole('link', { name: 'Security' }));
  expect(await screen.findByLabelText(IDLE)).toBeTruthy();
  expect(current()).toBe('Security');
  expect(screen.queryByLabelText(ABOVE)).toBeNull();
  cleanup();
  render('/nothing');
  expect(await screen.findByText('Page not found')).toBeTruthy();
});

test('a value that the server’s environment sets is shown, and cannot be changed', async () => {
  stored.sending = { approval_above: 500, consecutive_numbers: 20, fixed: ['approval_above'] };
  const hand = await open();
  expect(value(ABOVE)).toBe('500');
  expect(screen.getByLabelText<HTMLInputElement>(ABOVE).disabled).toBe(true);
  expect(screen.getAllByText(/^Set by the server/)).toHaveLength(1);
  await hand.clear(screen.getByLabelText(RUNS));
  await hand.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(puts()).toHaveLength(1));
  expect(puts()[0]).toMatchObject({ consecutive_numbers: null });
  expect([undefined, 500]).toContain(puts()[0].approval_above);
});

test('a tab saves its own settings, and what is emptied is off', async () => {
  const hand = await open();
  await hand.type(screen.getByLabelText(ABOVE), '1,000');
  await hand.clear(screen.getByLabelText(RUNS));
  await hand.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Settings saved')).toBeTruthy();
  expect(puts()).toEqual([{ approval_above: 1000, consecutive_numbers: null }]);
  cleanup();
  render('/security');
  await screen.findByLabelText(IDLE);
  expect(screen.getByText(/you included/)).toBeTruthy();
  const roles = screen.getByRole('group', { name: 'Require two-factor sign-in for' });
  for (const name of ['All customers', 'Administrators'])
    await hand.click(within(roles).getByRole('checkbox', { name }));
  await hand.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(puts()).toHaveLength(2));
  expect(puts()[1]).toEqual({ two_factor_roles: ['admin', 'customer'] });
  // The reader may be one of those who must set it up now.
  await waitFor(() => expect(server.seen.some(({ url }) => url === '/v1/autho/user/profile/')).toBe(true));
});

test('asks before it is left with what was typed after a save, also one of nothing', async () => {
  const hand = await open();
  for (const typed of ['5', '6']) {
    await hand.click(await screen.findByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.getAllByText('Settings saved')).toHaveLength(Number(typed) - 4));
    await hand.type(screen.getByLabelText(ABOVE), typed);
    await hand.click(screen.getByRole('link', { name: 'Security' }));
    const dialog = await screen.findByRole('dialog', { name: 'Leave without saving?' });
    await hand.click(within(dialog).getByRole('button', { name: 'Stay' }));
  }
});

test('a tab takes nothing back that somebody else has saved meanwhile', async () => {
  const hand = render('/security');
  await hand.clear(await screen.findByLabelText(IDLE));
  stored.security!.two_factor_roles = ['customer'];
  await hand.type(screen.getByLabelText(IDLE), '30');
  await hand.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(puts()).toEqual([{ staff_idle_minutes: 30 }]));
  expect(stored.security).toMatchObject({ two_factor_roles: ['customer'], staff_idle_minutes: 30 });
});

test.each([
  ['billing', 'Days to pay a monthly invoice', 'invoice_days', 'seller_name'],
  ['mail', 'Port', 'port', 'sender_name'],
])(
  '%s, whose PUT needs all fields, has those of others as they are by then',
  async (tab, label, own, others) => {
    const mail = { host: 'mail.example', port: 5, security: 'starttls', username: null, has_password: false };
    stored.mail = { server: { ...mail, sender_name: 'Himal', sender_address: 'sms@himal.example' } };
    stored.billing = {
      ...{ seller_name: 'Himal', seller_pan: '600000000', seller_address: null, bank_accounts: [] },
      ...{
        payment_methods: ['cash'],
        bank_instructions: null,
        cash_instructions: null,
        cheque_instructions: null,
      },
      ...{ topup_min: null, topup_max: null, invoice_days: 5, fixed: [] },
      ...{ vat_rates: [], invoice_series: [], gateways: [] },
    };
    const hand = render(`/${tab}`);
    await hand.type(await screen.findByLabelText(label), '7');
    Object.assign(tab === 'mail' ? stored.mail.server! : stored.billing, { [others]: 'Terai' });
    await hand.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(puts()).toHaveLength(1));
    expect(puts()[0]).toMatchObject({ [own]: 57, [others]: 'Terai' });
    const sent = tab === 'mail' ? mailServer : billing;
    expect(sent.update.safeParse(puts()[0]).error).toBeUndefined();
  },
);

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
  const hand = await openCalendar();
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
  const years = Array.from({ length: 7 }, (_, n) => ({ year: 2084 + n, months: published }));
  years[3]!.months = forecast;
  stored.calendar = { calendar_years: years, fixed: [] };
  const hand = await openCalendar();
  await hand.click(screen.getByRole('button', { name: 'Add 2091' }));
  expect(month('Baisakh', 2091).value).toBe('');
  await hand.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Enter 29 to 32 days for each of the twelve months.')).toBeTruthy();
  expect(document.activeElement).toBe(month('Baisakh', 2091));
  expect(puts()).toEqual([]);
});

test('says which year is wrong and why, in the reader’s language', async () => {
  const hand = await openCalendar();
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
  stored.calendar = { calendar_years: [{ year: 2084, months: forecast }], fixed: [] };
  const text = 'The year 2084 is over, so its calendar cannot be changed.';
  refusal = {
    status: 400,
    body: {
      detail: 'A year that is over cannot be changed.',
      code: 'invalid',
      errors: { calendar_years: [text] },
    },
  };
  const hand = await openCalendar();
  // Saved as they are, the days are the published ones.
  expect(screen.getByText('366 days. 2085 begins on 14 Apr 2028.')).toBeTruthy();
  await hand.click(screen.getByRole('button', { name: 'Remove 2084' }));
  await hand.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(text)).toBeTruthy();
  expect(puts()[0].calendar_years).toEqual([]);
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
