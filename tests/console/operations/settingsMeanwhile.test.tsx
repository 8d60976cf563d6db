import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { http } from '../../../src/core/http.ts';
import { preferences } from '../../../src/core/preferences.ts';
import { endSession, getUser } from '../../../src/core/session.ts';
import { SettingsPage } from '../../../src/resources/operations/settings/SettingsPage.tsx';
import { type JsonServer, pointTo, startJsonServer } from '../support/jsonServer.ts';
import { renderPage } from '../support/messagingConsole.tsx';
import { signInStaff } from '../support/staffConsole.tsx';

// Two administrators have the same tab open, and the other one has saved first.

const PARTS = '/v1/admin/settings/';
let server: JsonServer;
let stored: Record<string, Record<string, unknown>>;

const account = (number: string) => ({ bank: 'NIC', branch: null, name: 'Himal', number });
const mail = (port: number) => ({
  ...{ host: 'mail.example', port, security: 'starttls', username: null, has_password: false },
  ...{ sender_name: 'Himal', sender_address: 'sms@himal.example' },
});
const esewa = (product: string) => ({
  ...{ method: 'esewa', product, is_set: true, is_fixed: false, is_unreadable: false },
});

beforeAll(async () => {
  server = await startJsonServer();
  pointTo(server.base);
  server.handle(({ method, url, body }, response) => {
    const end = (answer: unknown) => response.writeHead(200).end(JSON.stringify({ data: answer }));
    if (!url.startsWith(PARTS)) return end(getUser());
    const part = url.slice(PARTS.length, -1);
    if (part.includes('gateways')) return end(stored.billing);
    if (method === 'PUT') stored[part] = { ...stored[part], ...JSON.parse(body) };
    end(stored[part]);
  });
});
afterAll(() => server.stop());
beforeEach(() => {
  signInStaff('admin');
  server.seen.length = 0;
  stored = {
    sending: { approval_above: null, consecutive_numbers: 20, fixed: [] },
    security: { two_factor_roles: [], staff_idle_minutes: 60, fixed: [] },
    mail: { server: mail(25), is_fixed: false, sender: null, is_shown: false },
    billing: {
      ...{ seller_name: 'Himal', seller_pan: '600000000', seller_address: null },
      ...{ bank_accounts: [account('1111')], payment_methods: ['bank'], bank_instructions: null },
      ...{ cash_instructions: null, cheque_instructions: null, invoice_days: 5 },
      ...{ topup_min: null, topup_max: null, fixed: [], vat_rates: [], invoice_series: [] },
      gateways: [esewa('HIMAL')],
    },
  };
});
afterEach(() => {
  cleanup();
  sessionStorage.clear();
  endSession();
  preferences.set({ language: 'en' });
});

const render = (tab: string) =>
  void renderPage('/admin/settings/*', <SettingsPage />, `/admin/settings${tab}`);
const puts = () => server.seen.filter(({ method }) => method === 'PUT').map(({ body }) => JSON.parse(body));
/** Both readers of the part have their answer, so that none comes after the other administrator has saved. */
const settled = async () => {
  await waitFor(() => expect(server.seen.filter(({ url }) => url === `${PARTS}billing/`)).toHaveLength(2));
  await act(async () => void (await http.json(`${PARTS}sending/`)));
};
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const MET = 'Somebody changed this after you opened it. Save now to keep your own.';

test('a bank account that was closed meanwhile does not come back unseen', async () => {
  render('/billing');
  await settled();
  await press('Add a bank account');
  const own = within(screen.getByRole('region', { name: 'Account 2' }));
  for (const [label, value] of [
    ['Bank', 'Nabil'],
    ['Account name', 'Himal'],
    ['Account number', '3333'],
  ] as const)
    fireEvent.change(own.getByLabelText(label), { target: { value } });
  stored.billing!.bank_accounts = [account('2222')];
  await press('Save');
  expect((await screen.findByText(MET)).closest('fieldset')?.className).toBe('billing-accounts');
  expect(puts()).toEqual([]);
  // What was entered here is still there, and is saved by those who have seen that.
  expect(screen.getByDisplayValue('3333')).toBeTruthy();
  await press('Save');
  await waitFor(() => expect(puts()).toHaveLength(1));
  const numbers = (puts()[0].bank_accounts as { number: string }[]).map(({ number }) => number);
  expect(numbers).toEqual(['1111', '3333']);
});

test('so are roles, said in Nepali, and a number is shown', async () => {
  preferences.set({ language: 'ne' });
  render('/security');
  const [admins, customers] = await screen.findAllByRole<HTMLInputElement>('checkbox');
  await userEvent.click(admins!);
  stored.security!.two_factor_roles = ['customer'];
  await userEvent.click(screen.getByRole('button', { name: 'सुरक्षित गर्नुहोस्' }));
  expect(await screen.findByText(/^तपाईंले खोलेपछि कसैले/)).toBeTruthy();
  expect(puts()).toEqual([]);
  expect([admins!.checked, customers!.checked]).toEqual([true, false]);
  cleanup();
  sessionStorage.clear();
  preferences.set({ language: 'en' });
  render('');
  fireEvent.change(await screen.findByLabelText(/^Require approval above/), { target: { value: '700' } });
  stored.sending!.approval_above = 500;
  await press('Save');
  expect(await screen.findByText(/Somebody changed this to “500”/)).toBeTruthy();
  await press('Save');
  await waitFor(() => expect(puts()).toEqual([{ approval_above: 700 }]));
});

test('what both have changed to the same is nothing to say', async () => {
  render('');
  fireEvent.change(await screen.findByLabelText(/^Require approval above/), { target: { value: '700' } });
  stored.sending!.approval_above = 700;
  await press('Save');
  expect(await screen.findByText('Settings saved')).toBeTruthy();
});

test('the mail server is no exception', async () => {
  render('/mail');
  fireEvent.change(await screen.findByLabelText('Port'), { target: { value: '465' } });
  stored.mail!.server = mail(587);
  await press('Save');
  expect((await screen.findAllByText(/Somebody changed this to “587”/)).length).toBeGreaterThan(0);
  expect(puts()).toEqual([]);
  await press('Save');
  await waitFor(() => expect(puts()[0]?.port).toBe(465));
});

test('a new secret of eSewa does not bring back the merchant code of before', async () => {
  render('/billing');
  const form = within(await screen.findByRole('form', { name: 'eSewa' }));
  await settled();
  const code = () => form.getByLabelText<HTMLInputElement>('Merchant code');
  fireEvent.change(form.getByLabelText('Secret key'), { target: { value: 'new secret' } });
  stored.billing!.gateways = [esewa('TERAI')];
  await userEvent.click(form.getByRole('button', { name: /^Save/ }));
  expect(await form.findByText(/Somebody changed this to “TERAI”/)).toBeTruthy();
  expect(puts()).toEqual([]);
  expect(code().value).toBe('HIMAL');
  fireEvent.change(code(), { target: { value: 'TERAI' } });
  await userEvent.click(form.getByRole('button', { name: /^Save/ }));
  await waitFor(() => expect(puts()).toEqual([{ product: 'TERAI', secret: 'new secret' }]));
  // What is shown follows the server again.
  await waitFor(() => expect(form.getByLabelText<HTMLInputElement>('Secret key').value).toBe(''));
  expect(code().value).toBe('TERAI');
});
