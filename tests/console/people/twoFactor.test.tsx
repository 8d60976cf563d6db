import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { preferences } from '../../../src/core/preferences.ts';
import { endSession, getUser, setUser, type User } from '../../../src/core/session.ts';
import { RequireTwoFactor } from '../../../src/layout/RequireTwoFactor.tsx';
import { ProfilePage } from '../../../src/resources/people/profile/ProfilePage.tsx';
import { signInCustomer } from '../support/crudConsole.tsx';
import { type JsonServer, pointTo, startJsonServer } from '../support/jsonServer.ts';
import { pageOf, renderPage } from '../support/messagingConsole.tsx';

const PATH = '/v1/autho/two-factor/';
const CODES = Array.from({ length: 10 }, (_, i) => `ABCD-EFGH-IJK${'ABCDEFGHIJ'[i]}`);
let server: JsonServer;
let status: { enabled: boolean; app: boolean; recovery_codes_left: number; required: boolean };
let refusals: { status: number; body: object }[];

beforeAll(async () => {
  server = await startJsonServer();
  pointTo(server.base);
  server.handle(({ method, url }, response) => {
    const end = (code: number, body: unknown) => response.writeHead(code).end(JSON.stringify(body));
    if (url === '/v1/autho/user/profile/') return end(200, { data: getUser() });
    if (url.startsWith('/v1/autho/accounts/')) {
      return end(200, { data: { uuid: getUser()?.account?.uuid, name: 'Demo', type: 'individual' } });
    }
    if (!url.startsWith(PATH)) return end(200, pageOf());
    if (method === 'GET') return end(200, { data: status });
    const refusal = refusals.shift();
    if (refusal) return end(refusal.status, refusal.body);
    if (url.endsWith('/start/')) {
      return end(200, {
        data: { secret: 'ABCDEFGHIJKLMNOP', uri: 'otpauth://totp/x?secret=ABCDEFGHIJKLMNOP' },
      });
    }
    const isOn = !url.endsWith('/turn-off/');
    status = { ...status, enabled: isOn, app: isOn, recovery_codes_left: 10 };
    return end(200, { data: url.endsWith('/turn-off/') ? status : { recovery_codes: CODES } });
  });
});
afterAll(() => server.stop());
beforeEach(() => {
  signInCustomer();
  server.seen.length = 0;
  refusals = [];
  status = { enabled: false, app: false, recovery_codes_left: 0, required: false };
});
afterEach(() => {
  cleanup();
  sessionStorage.clear();
  endSession();
  preferences.set({ language: 'en', digits: 'latin' });
});

const open = () => {
  renderPage('/profile', <ProfilePage />);
  return userEvent.setup();
};
const button = (name: string) => screen.findByRole('button', { name });
const posts = () => server.seen.filter(({ method }) => method === 'POST').map(({ url }) => url);
const wrong = (field: string, text: string) => ({
  status: 400,
  body: { detail: text, code: 'wrong_code', errors: { [field]: [text] } },
});

describe('setting up', () => {
  test('goes from the password over the key and a code to the recovery codes', async () => {
    const hand = open();
    await hand.click(await button('Set up an authenticator app'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Set up an authenticator app' }));
    await hand.type(dialog.getByLabelText('Password'), 'demo-password-1');
    await hand.click(dialog.getByRole('button', { name: 'Continue' }));
    expect(await dialog.findByText('ABCD EFGH IJKL MNOP')).toBeTruthy();
    expect(dialog.getByTitle('QR code for the authenticator app')).toBeTruthy();
    expect(dialog.getByRole('link', { name: 'Open the app on this device' }).getAttribute('href')).toMatch(
      /^otpauth:/,
    );
    const code = dialog.getByLabelText('App code');
    expect(code.getAttribute('autocomplete')).toBe('one-time-code');
    await hand.type(code, '123456');
    await hand.click(dialog.getByRole('button', { name: 'Turn on' }));
    const done = within(await screen.findByRole('dialog', { name: 'Two-factor sign-in is on' }));
    for (const one of CODES) expect(done.getByText(new RegExp(one))).toBeTruthy();
    await hand.keyboard('{Escape}');
    expect(screen.getByRole('dialog')).toBeTruthy();
    await hand.click(done.getByRole('button', { name: 'I have saved them' }));
    expect(await screen.findByText(/You have 10 recovery codes left/)).toBeTruthy();
    expect(posts()).toEqual([`${PATH}start/`, `${PATH}confirm/`]);
    expect(screen.queryByText(new RegExp(CODES[0] as string))).toBeNull();
  });

  test('asks again for what is missing or wrong, beside its field', async () => {
    const hand = open();
    await hand.click(await button('Set up an authenticator app'));
    const dialog = within(await screen.findByRole('dialog'));
    await hand.click(dialog.getByRole('button', { name: 'Continue' }));
    const password = dialog.getByLabelText('Password');
    expect(password.getAttribute('aria-invalid')).toBe('true');
    expect(posts()).toEqual([]);
    refusals.push(wrong('password', 'The password is not correct.'));
    await hand.type(password, 'no');
    await hand.click(dialog.getByRole('button', { name: 'Continue' }));
    expect(await dialog.findByText('The password is not correct.')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText('Password')));
  });
});

describe('a proof', () => {
  test('is a code as soon as the profile says so, although its dialog is open already', async () => {
    const hand = open();
    await hand.click(await button('Set up an authenticator app'));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByLabelText('Password')).toBeTruthy();
    const two_factor = { enabled: true, passkeys: 0, must_enrol: false };
    act(() => setUser({ ...(getUser() as User), two_factor }));
    expect(dialog.getByLabelText('App code or recovery code')).toBeTruthy();
    expect(dialog.queryByLabelText('Password')).toBeNull();
  });

  test('is the one that the server asks for, whatever the profile says', async () => {
    const hand = open();
    await hand.click(await button('Set up an authenticator app'));
    const dialog = within(await screen.findByRole('dialog'));
    refusals.push(wrong('code', 'Enter a code from your app.'));
    await hand.type(dialog.getByLabelText('Password'), 'demo-password-1');
    await hand.click(dialog.getByRole('button', { name: 'Continue' }));
    expect(await dialog.findByLabelText('App code or recovery code')).toBeTruthy();
    expect(dialog.queryByLabelText('Password')).toBeNull();
  });
});

describe('once it is on', () => {
  beforeEach(() => {
    status = { enabled: true, app: true, recovery_codes_left: 3, required: false };
  });

  test('few recovery codes are said, and new ones are shown once', async () => {
    const hand = open();
    expect(await screen.findByText(/Without your phone and codes, only your provider/)).toBeTruthy();
    await hand.click(await button('New recovery codes'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Create new recovery codes?' }));
    await hand.type(dialog.getByLabelText('Password'), 'demo-password-1');
    await hand.type(dialog.getByLabelText('App code or recovery code'), 'abcd efgh ijkl');
    await hand.click(dialog.getByRole('button', { name: 'New recovery codes' }));
    expect(await screen.findByRole('dialog', { name: 'Recovery codes' })).toBeTruthy();
    expect(JSON.parse(server.seen.find(({ url }) => url.endsWith('/recovery-codes/'))?.body ?? '')).toEqual({
      password: 'demo-password-1',
      code: 'abcd efgh ijkl',
    });
  });

  test('it is turned off with both; too many tries are said above the buttons', async () => {
    const hand = open();
    await hand.click(await button('Turn off'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Turn off two-factor sign-in?' }));
    await hand.type(dialog.getByLabelText('Password'), 'demo-password-1');
    await hand.type(dialog.getByLabelText('App code or recovery code'), '123456');
    const detail =
      'Too many wrong codes of this kind. Try again in 15 minutes, or use the other kind: app or recovery code.';
    refusals.push({ status: 429, body: { detail, code: 'too_many_requests' } });
    await hand.click(dialog.getByRole('button', { name: 'Turn off' }));
    expect(await dialog.findByText(detail)).toBeTruthy();
    await hand.click(dialog.getByRole('button', { name: 'Turn off' }));
    expect(await screen.findByText('Two-factor sign-in is off')).toBeTruthy();
    expect(await button('Set up an authenticator app')).toBeTruthy();
  });
});

describe('where staff must', () => {
  const at = (address: string) => {
    const router = createMemoryRouter(
      [{ path: '*', element: <RequireTwoFactor>the page</RequireTwoFactor> }],
      {
        initialEntries: [address],
      },
    );
    render(<RouterProvider router={router} />);
    return router;
  };
  const demand = (must_enrol: boolean) => {
    const user = getUser();
    if (user) setUser({ ...user, two_factor: { enabled: false, must_enrol } });
  };

  test('every address leads to the profile until it is set up', async () => {
    demand(true);
    const router = at('/admin/campaigns');
    await waitFor(() => expect(router.state.location.pathname).toBe('/profile'));
  });

  test('nobody else is led anywhere', async () => {
    demand(false);
    const router = at('/admin/campaigns');
    expect(await screen.findByText('the page')).toBeTruthy();
    expect(router.state.location.pathname).toBe('/admin/campaigns');
  });

  test('the profile says why and what is needed', async () => {
    demand(true);
    status = { enabled: false, app: false, recovery_codes_left: 0, required: true };
    open();
    expect(await screen.findByText('Set up two-factor sign-in to continue')).toBeTruthy();
    expect(screen.getByText(/You need a passkey, or an authenticator app/)).toBeTruthy();
  });
});
