import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { preferences } from '../../../src/core/preferences.ts';
import { endSession, getUser } from '../../../src/core/session.ts';
import { deviceOf } from '../../../src/resources/people/profile/device.ts';
import { ProfilePage } from '../../../src/resources/people/profile/ProfilePage.tsx';
import { signInCustomer } from '../support/crudConsole.tsx';
import { type JsonServer, pointTo, type Seen, startJsonServer } from '../support/jsonServer.ts';
import { aSender, pageOf, renderPage, uuid } from '../support/messagingConsole.tsx';

const ACCOUNT = '01890000-0000-7000-8000-0000000000fe';
const times = { created_at: '2026-01-02T03:04:05Z', updated_at: '2026-01-02T03:04:05Z' };
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

interface Reply {
  status?: number;
  body?: unknown;
}
let server: JsonServer;
/** What the server answers, by method and start of the path; the first that fits. */
let answers: [string, (seen: Seen) => Reply][];

const account = (more: object = {}) => ({
  uuid: ACCOUNT,
  ...times,
  name: 'Himal Traders',
  type: 'company',
  pan: '301234567',
  address: null,
  kyc_status: 'none',
  ...more,
});
const session = (n: number, more: object = {}) => ({
  uuid: uuid(n),
  created_at: times.created_at,
  last_seen_at: '2026-01-02T05:04:05Z',
  ip: '10.0.0.1',
  user_agent: FIREFOX,
  current: false,
  ...more,
});
const on = (what: string, reply: (seen: Seen) => Reply) => answers.unshift([what, reply]);
const sent = (method: string, path: string) =>
  server.seen.filter((one) => one.method === method && one.url.startsWith(path));

beforeAll(async () => {
  server = await startJsonServer();
  pointTo(server.base);
  server.handle((seen, response) => {
    const asked = `${seen.method} ${seen.url}`;
    const found = answers.find(([start]) => asked.startsWith(start));
    const { status = found ? 200 : 404, body } = found?.[1](seen) ?? { body: { detail: `no ${asked}` } };
    response.writeHead(status).end(body === undefined ? undefined : JSON.stringify(body));
  });
});
afterAll(() => server.stop());
beforeEach(() => {
  signInCustomer();
  server.seen.length = 0;
  answers = [
    ['GET /v1/autho/accounts/', () => ({ body: { data: account() } })],
    ['GET /v1/autho/user/profile/', () => ({ body: { data: getUser() } })],
    ['GET /v1/sms/identities/', () => ({ body: pageOf(aSender(1, 'DEMO')) })],
    ['GET /v1/viber/identity/', () => ({ body: pageOf() })],
    [
      'GET /v1/autho/two-factor/',
      () => ({ body: { data: { enabled: false, recovery_codes_left: 0, required: false } } }),
    ],
    ['GET /v1/autho/sessions/', () => ({ body: pageOf(session(10, { current: true }), session(11)) })],
  ];
});
afterEach(() => {
  cleanup();
  sessionStorage.clear();
  endSession();
  preferences.set({ language: 'en', theme: 'light', digits: 'latin' });
});

const open = () => ({ ...renderPage('/profile', <ProfilePage />), hand: userEvent.setup() });
const card = (name: string) => screen.findByRole('region', { name });
const inCard = async (name: string) => within(await card(name));

describe('own data', () => {
  test('the head shows initials, name, address and role', async () => {
    open();
    expect(screen.getByRole('heading', { level: 1, name: 'Profile' })).toBeTruthy();
    for (const text of ['AG', 'Customer']) expect(screen.getByText(text)).toBeTruthy();
    expect(screen.getAllByText('customer@demo.test').length).toBeGreaterThan(0);
  });

  test('a new name is saved and shows in the shell', async () => {
    on('PUT /v1/autho/user/profile/', ({ body }) => ({
      body: { data: { ...getUser(), ...JSON.parse(body) } },
    }));
    const { hand } = open();
    await hand.click(screen.getByRole('button', { name: 'Edit: Your details' }));
    const name = await screen.findByLabelText('Name');
    await hand.clear(name);
    await hand.type(name, 'Asha K. Rana');
    await hand.click(screen.getByRole('button', { name: 'Save' }));
    const edit = await screen.findByRole('button', { name: 'Edit: Your details' });
    await waitFor(() => expect(document.activeElement).toBe(edit));
    expect(JSON.parse(sent('PUT', '/v1/autho/user/profile/')[0]?.body ?? '')).toEqual({
      name: 'Asha K. Rana',
      phone: null,
    });
    expect(getUser()?.name).toBe('Asha K. Rana');
    expect(await screen.findByText('AR')).toBeTruthy();
    expect(await screen.findByText('Changes saved')).toBeTruthy();
  });

  test('what is wrong is said at its field, and nothing is sent', async () => {
    const { hand } = open();
    await hand.click(screen.getByRole('button', { name: 'Edit: Your details' }));
    const name = await screen.findByLabelText('Name');
    await hand.clear(name);
    await hand.type(screen.getByLabelText('Mobile number (optional)'), '0141');
    await hand.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Required')).toBeTruthy();
    expect(screen.getByText(/^Too short/)).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(name));
    expect(sent('PUT', '/')).toEqual([]);
  });

  test('what the server refuses of a field is said there', async () => {
    on('PUT /v1/autho/user/profile/', () => ({
      status: 400,
      body: { detail: 'No', code: 'invalid', errors: { phone: ['A landline cannot receive SMS.'] } },
    }));
    const { hand } = open();
    await hand.click(screen.getByRole('button', { name: 'Edit: Your details' }));
    await hand.type(await screen.findByLabelText('Mobile number (optional)'), '9841000001');
    await hand.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('A landline cannot receive SMS.')).toBeTruthy();
  });

  test('what is typed is not left behind unasked', async () => {
    const { hand, router } = open();
    await hand.click(screen.getByRole('button', { name: 'Edit: Your details' }));
    await hand.type(await screen.findByLabelText('Name'), ' Rana');
    void router.navigate('/contact');
    const dialog = await screen.findByRole('dialog', { name: 'Leave without saving?' });
    await hand.click(within(dialog).getByRole('button', { name: 'Stay' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Asha Gurung Rana');
    void router.navigate('/contact');
    await hand.click(await screen.findByRole('button', { name: 'Leave' }));
    expect(await screen.findByText('elsewhere')).toBeTruthy();
  });

  test('leaving asks nothing when nothing is typed', async () => {
    const { hand, router } = open();
    await hand.click(screen.getByRole('button', { name: 'Edit: Your details' }));
    await screen.findByLabelText('Name');
    void router.navigate('/contact');
    expect(await screen.findByText('elsewhere')).toBeTruthy();
  });
});

describe('the account', () => {
  test('shows its KYC and leads there', async () => {
    open();
    const region = await inCard('Account');
    expect(await region.findByText('Himal Traders')).toBeTruthy();
    expect(region.getByText('Not submitted')).toBeTruthy();
    expect(region.getByRole('link', { name: 'Verify your identity' }).getAttribute('href')).toBe('/kyc');
  });

  test('what KYC has proved cannot be typed over; the rest can', async () => {
    on('GET /v1/autho/accounts/', () => ({ body: { data: account({ kyc_status: 'approved' }) } }));
    on('PUT /v1/autho/accounts/', ({ body }) => ({ body: { data: { ...account(), ...JSON.parse(body) } } }));
    const { hand } = open();
    await hand.click(await screen.findByRole('button', { name: 'Edit: Account' }));
    const region = await inCard('Account');
    for (const label of ['Name', 'Type', 'PAN (optional)'])
      expect((await region.findByLabelText<HTMLInputElement>(label)).disabled, label).toBe(true);
    await hand.type(region.getByLabelText('Address (optional)'), 'Pokhara');
    await hand.click(region.getByRole('button', { name: 'Save' }));
    await screen.findByRole('button', { name: 'Edit: Account' });
    expect(JSON.parse(sent('PUT', '/v1/autho/accounts/')[0]?.body ?? '')).toMatchObject({
      name: 'Himal Traders',
      address: 'Pokhara',
    });
  });

  test('a PAN that is none is refused here; one in Devanagari digits is read', async () => {
    on('PUT /v1/autho/accounts/', ({ body }) => ({ body: { data: { ...account(), ...JSON.parse(body) } } }));
    const { hand } = open();
    await hand.click(await screen.findByRole('button', { name: 'Edit: Account' }));
    const pan = await screen.findByLabelText('PAN (optional)');
    await hand.clear(pan);
    await hand.type(pan, '१२३');
    await hand.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('A PAN has 9 digits.')).toBeTruthy();
    await hand.type(pan, '४५६७८९');
    await hand.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByRole('button', { name: 'Edit: Account' });
    expect(JSON.parse(sent('PUT', '/v1/autho/accounts/')[0]?.body ?? '').pan).toBe('123456789');
  });

  test('a failure to load says so and can be tried again', async () => {
    on('GET /v1/autho/accounts/', () => ({ status: 500, body: { detail: 'Down for repairs' } }));
    const { hand } = open();
    const region = await inCard('Account');
    expect(await region.findByText('Down for repairs')).toBeTruthy();
    answers.shift();
    await hand.click(region.getByRole('button', { name: 'Try again' }));
    expect(await region.findByText('Himal Traders')).toBeTruthy();
  });
});

describe('where one is signed in', () => {
  const OTHER = 'Sign out: Chrome on Windows';
  beforeEach(() =>
    on('GET /v1/autho/sessions/', () => ({
      body: pageOf(session(10, { current: true }), session(11, { user_agent: CHROME })),
    })),
  );

  test('this browser is marked and cannot be ended here', async () => {
    open();
    const region = await inCard('Security');
    expect(await region.findByText('This browser')).toBeTruthy();
    expect(region.getByText('Firefox on Linux')).toBeTruthy();
    expect(region.getAllByRole('button', { name: /^Sign out:/ }).map((one) => one.ariaLabel)).toEqual([
      OTHER,
    ]);
  });

  test('another one is ended after asking, and goes from the list', async () => {
    on('DELETE /v1/autho/sessions/', () => ({ status: 204 }));
    const { hand } = open();
    await hand.click(await screen.findByRole('button', { name: OTHER }));
    expect(sent('DELETE', '/')).toEqual([]);
    const dialog = await screen.findByRole('dialog', { name: 'Sign out Chrome on Windows?' });
    on('GET /v1/autho/sessions/', () => ({ body: pageOf(session(10, { current: true })) }));
    await hand.click(within(dialog).getByRole('button', { name: 'Sign out' }));
    await waitFor(() => expect(screen.queryByText('Chrome on Windows')).toBeNull());
    expect(sent('DELETE', '/').map(({ url }) => url)).toEqual([`/v1/autho/sessions/${uuid(11)}/`]);
    expect(screen.queryByRole('button', { name: 'Sign out all other sessions' })).toBeNull();
  });

  test('of many the latest few are shown first', async () => {
    const others = Array.from({ length: 7 }, (_, n) => session(20 + n));
    on('GET /v1/autho/sessions/', () => ({ body: pageOf(session(10, { current: true }), ...others) }));
    const { hand } = open();
    const region = await inCard('Security');
    const all = await region.findByRole('button', { name: 'Show all 8' });
    expect(region.getAllByRole('listitem')).toHaveLength(5);
    await hand.click(all);
    expect(region.getAllByRole('listitem')).toHaveLength(8);
  });

  test('all others are ended at once', async () => {
    on('POST /v1/autho/sessions/end-others/', () => ({ body: { data: { ended: 1 } } }));
    const { hand } = open();
    await hand.click(await screen.findByRole('button', { name: 'Sign out all other sessions' }));
    const dialog = await screen.findByRole('dialog', { name: 'Sign out 1 other session?' });
    await hand.click(within(dialog).getByRole('button', { name: 'Sign out all other sessions' }));
    expect(await screen.findByText('All other sessions signed out')).toBeTruthy();
    expect(sent('POST', '/v1/autho/sessions/end-others/')).toHaveLength(1);
  });

  test.each([
    [FIREFOX, 'Firefox', 'Linux'],
    [CHROME, 'Chrome', 'Windows'],
    [`${CHROME} Edg/140.0.0.0`, 'Edge', 'Windows'],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) AppleWebKit/605 Version/18.1 Safari/605',
      'Safari',
      'Mac',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) CriOS/140.0 Mobile Safari/604',
      'Chrome',
      'iPhone',
    ],
    [
      'Mozilla/5.0 (Linux; Android 15) Chrome/130.0 SamsungBrowser/28.0 Mobile',
      'Samsung Internet',
      'Android',
    ],
    ['curl/8.5.0', 'curl', null],
    ['<script>', null, null],
    [null, null, null],
  ])('%j is %s on %s', (agent, browser, system) => expect(deviceOf(agent)).toEqual({ browser, system }));
});

test('preferences take effect at once', async () => {
  const { hand } = open();
  const digits = screen.getByLabelText<HTMLSelectElement>('Digits');
  expect(digits.disabled).toBe(true);
  await hand.selectOptions(screen.getByLabelText('Theme'), 'Dark');
  await hand.selectOptions(screen.getByLabelText('Language'), 'नेपाली');
  expect(await screen.findByRole('heading', { level: 1, name: 'प्रोफाइल' })).toBeTruthy();
  await hand.selectOptions(screen.getByLabelText('अङ्क'), 'देवनागरी (१२३)');
  expect(preferences.get()).toMatchObject({ mode: 'dark', language: 'ne', digits: 'devanagari' });
});

test('without profile-my post there is nothing to change', async () => {
  signInCustomer((name, verb) => name === 'profile-my' && verb === 'post');
  open();
  await (await inCard('Account')).findByText('Himal Traders');
  await (await inCard('Security')).findByText('This browser');
  await (await inCard('Sender IDs')).findByText('DEMO');
  await (await inCard('Viber names')).findByText(/kept for the record: nothing is sent over Viber/);
  expect(screen.queryByRole('button', { name: /^(Edit|Ask|Sign out|Withdraw)/ })).toBeNull();
});
