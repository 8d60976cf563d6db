import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { preferences } from '../../../src/core/preferences.ts';
import { endSession, getToken, safeNext, startSession } from '../../../src/core/session.ts';
import { account as en } from '../../../src/i18n/en/account.ts';
import { account as ne } from '../../../src/i18n/ne/account.ts';
import { ConfirmAddress } from '../../../src/public/ConfirmAddress.tsx';
import { ForgotPassword } from '../../../src/public/ForgotPassword.tsx';
import { NotMe } from '../../../src/public/NotMe.tsx';
import { publicPage } from '../../../src/public/pages.ts';
import { ResetPassword } from '../../../src/public/ResetPassword.tsx';
import { type JsonServer, pointTo, startJsonServer } from '../support/jsonServer.ts';

let server: JsonServer;
beforeAll(async () => {
  server = await startJsonServer();
  pointTo(server.base);
});
afterAll(() => server.stop());
afterEach(() => {
  cleanup();
  endSession();
  server.seen.length = 0;
  preferences.set({ language: 'en', theme: 'light' });
  history.replaceState(null, '', '/');
});

type Reply = [status: number, body: object];
/** Answers the requests to come, one after the other; the last answer stays. */
function answers(...given: Reply[]) {
  let next = 0;
  server.handle((_, response) => {
    const [status, body] = given[Math.min(next++, given.length - 1)] as Reply;
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
}
const input = (label: string) => screen.getByLabelText(label) as HTMLInputElement;
const bodies = () => server.seen.map(({ url, body }) => [url, JSON.parse(body)]);

describe('a forgotten password', () => {
  test('cannot be mailed a link by a server without mail, which says so', () => {
    pointTo(server.base, 'all', { mail: false });
    render(<ForgotPassword />);
    pointTo(server.base);
    expect(screen.getByText(/^This server cannot send e-mail, so it cannot send you a link/)).toBeTruthy();
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  test('is asked for with an address, and the answer tells nothing of it', async () => {
    answers([200, { detail: 'x', data: {} }]);
    const user = userEvent.setup();
    render(<ForgotPassword />);
    expect(document.activeElement).toBe(input('E-mail'));
    await user.type(input('E-mail'), 'nobody{Enter}');
    expect(screen.getByText('Enter an e-mail address, such as name@example.com')).toBeTruthy();
    expect(server.seen).toHaveLength(0);
    await user.type(input('E-mail'), '@example.test{Enter}');
    await screen.findByRole('heading', { name: 'Check your e-mail' });
    expect(screen.getByText(/^If nobody@example\.test has an account, we have sent a link/)).toBeTruthy();
    expect(bodies()).toEqual([
      ['/v1/autho/password_reset/', { email: 'nobody@example.test', language: 'en' }],
    ]);
    expect(screen.getByRole('button', { name: /^Send another link in \d+ s$/ })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Try another address' }));
    expect(input('E-mail').value).toBe('nobody@example.test');
  });

  test.each([[{ detail: 'Sent.' }], ['Sent.'], [null]])('is asked for although %j answers', async (said) => {
    answers([200, said as never]);
    render(<ForgotPassword />);
    await userEvent.type(input('E-mail'), 'nobody@example.test{Enter}');
    await screen.findByRole('heading', { name: 'Check your e-mail' });
  });

  test('of an address that was just written to says how long to wait', async () => {
    answers([429, { detail: 'x', code: 'too_many_requests', data: { retry_after: 42 } }]);
    const user = userEvent.setup();
    render(<ForgotPassword />);
    await user.type(input('E-mail'), 'a@example.test{Enter}');
    await screen.findByText('Too many attempts. Try again in 42 seconds.');
    expect(input('E-mail').value).toBe('a@example.test');
  });
});

describe('a mailed link', () => {
  const LINK = '6dfd8d1a-6d5b-4c0e-9c59-30a6c3a3f7a1';
  const open = () => {
    history.replaceState(null, '', `/reset-password/${LINK}`);
    render(<ResetPassword />);
    return userEvent.setup();
  };
  const usable: Reply = [200, { data: { usable: true } }];

  test('leads to a new password, which ends the session here too', async () => {
    answers(usable, [200, { detail: 'ok' }]);
    startSession('old');
    const user = open();
    const password = await screen.findByLabelText<HTMLInputElement>('New password');
    expect(password.autocomplete).toBe('new-password');
    await user.type(password, 'short{Enter}');
    expect(screen.getByText('Use at least 8 characters.')).toBeTruthy();
    expect(server.seen).toHaveLength(1);
    await user.type(password, ' no longer{Enter}');
    await screen.findByRole('heading', { name: 'Your password was changed' });
    expect(bodies()).toEqual([
      ['/v1/autho/password_reset/check/', { uuid: LINK }],
      ['/v1/autho/password_reset/confirm/', { uuid: LINK, password: 'short no longer' }],
    ]);
    expect(getToken()).toBeUndefined();
    expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/login');
  });

  test('offers to keep API keys, and revokes them otherwise', async () => {
    for (const keeps of [false, true]) {
      server.seen.length = 0;
      answers([200, { data: { usable: true, keys: 3 } }], [200, { detail: 'ok' }]);
      const user = open();
      const revoke = await screen.findByRole<HTMLInputElement>('checkbox', {
        name: /^Also revoke my API keys \(3\)/,
      });
      expect(revoke.checked).toBe(true);
      if (keeps) await user.click(revoke);
      await user.type(screen.getByLabelText('New password'), 'long enough{Enter}');
      await screen.findByRole('heading', { name: 'Your password was changed' });
      expect(bodies()[1]?.[1]).toEqual({
        ...{ uuid: LINK, password: 'long enough' },
        ...(keeps && { keep_keys: true }),
      });
      cleanup();
    }
  });

  test('of a user without API keys asks nothing about them', async () => {
    answers([200, { data: { usable: true, keys: 0 } }]);
    open();
    await screen.findByLabelText('New password');
    expect(screen.queryByRole('checkbox')).toBeNull();
  });

  test('that is broken says so at once, or when it has ended meanwhile', async () => {
    answers([200, { data: { usable: false } }]);
    open();
    await screen.findByRole('heading', { name: 'This link cannot be used' });
    expect(screen.getByRole('link', { name: 'Request a new link' }).getAttribute('href')).toBe(
      '/forgot-password',
    );
    cleanup();
    answers(usable, [400, { detail: 'x', code: 'broken_link' }]);
    const user = open();
    await user.type(await screen.findByLabelText('New password'), 'long enough{Enter}');
    await screen.findByRole('heading', { name: 'This link cannot be used' });
  });

  test.each([
    [
      'maya@example.test',
      'Choose a password that is not your name or e-mail address.',
      'आफ्नो नाम वा इमेलभन्दा फरक पासवर्ड राख्नुहोस्।',
    ],
    [
      'Password1',
      'This password is too common and easy to guess. Choose another one.',
      'यो पासवर्ड धेरैले राख्छन्, त्यसैले सजिलै अनुमान गर्न सकिन्छ। अर्को राख्नुहोस्।',
    ],
  ])(
    'takes no name or address, and none that many people have: %s stays as typed',
    async (password, en, ne) => {
      answers(usable, [400, { detail: 'x', code: 'invalid', errors: { password: [en] } }]);
      const user = open();
      await user.type(await screen.findByLabelText('New password'), `${password}{Enter}`);
      await screen.findByText(en);
      expect(input('New password').value).toBe(password);
      await user.click(screen.getByRole('button', { name: 'नेपाली' }));
      expect(screen.getByText(ne)).toBeTruthy();
    },
  );

  test('that could not be checked can be tried again; a server that cannot check is believed', async () => {
    answers(
      [500, { detail: 'x', code: 'internal' }],
      [404, { detail: 'Nothing was found at this address.' }],
    );
    const user = open();
    await screen.findByRole('heading', { name: 'The link could not be checked' });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByLabelText('New password');
  });
});

describe('the link to a new address', () => {
  const LINK = 'b'.repeat(43);
  const told: Reply = [200, { data: { email: 'new@himal.test' } }];
  const open = () => {
    history.replaceState(null, '', `/confirm-address/${LINK}`);
    render(<ConfirmAddress />);
    return userEvent.setup();
  };

  test('changes nothing by being opened, and confirms by its button, once', async () => {
    answers(told, [200, { detail: 'ok' }]);
    startSession('old');
    const user = open();
    await screen.findByText(/^You will sign in with new@himal\.test/);
    expect(bodies()).toEqual([['/v1/autho/address/check/', { link: LINK }]]);
    expect(getToken()).toBe('old');
    await user.dblClick(screen.getByRole('button', { name: 'Confirm this address' }));
    await screen.findByRole('heading', { name: 'Your e-mail address was changed' });
    expect(bodies().slice(1)).toEqual([['/v1/autho/address/', { link: LINK }]]);
    expect(getToken()).toBeUndefined();
  });

  test('says why it cannot be used, and when another user has the address', async () => {
    answers([200, { data: { email: null } }]);
    open();
    await screen.findByText(/older than 24 hours/);
    cleanup();
    answers(told, [400, { detail: 'x', code: 'invalid', errors: { email: ['x'] } }]);
    startSession('old');
    const user = open();
    await user.click(await screen.findByRole('button', { name: 'Confirm this address' }));
    await screen.findByText(/Another user now has this address/);
    expect(getToken()).toBe('old');
  });
});

describe('the link "This was not me"', () => {
  const LINK = 'a'.repeat(43);
  const open = () => {
    history.replaceState(null, '', `/not-me/${LINK}`);
    render(<NotMe />);
    return userEvent.setup();
  };
  const told: Reply = [200, { data: { kind: 'key-added' } }];

  test('changes nothing by being opened, and secures the account by its button, once', async () => {
    answers(told, [200, { detail: 'ok' }]);
    startSession('old');
    const user = open();
    await screen.findByText('An API key was added to your account.');
    expect(bodies()).toEqual([['/v1/autho/not-me/check/', { link: LINK }]]);
    expect(getToken()).toBe('old');
    await user.dblClick(screen.getByRole('button', { name: 'Secure my account' }));
    await screen.findByRole('heading', { name: 'Your account is secured' });
    expect(bodies().slice(1)).toEqual([['/v1/autho/not-me/', { link: LINK }]]);
    expect(getToken()).toBeUndefined();
  });

  test('that cannot be used says so at once, or when it has been used meanwhile', async () => {
    answers([200, { data: { kind: null } }]);
    open();
    await screen.findByText(/older than 7 days/);
    expect(screen.getByRole('link', { name: 'Forgotten password' }).getAttribute('href')).toBe(
      '/forgot-password',
    );
    cleanup();
    answers(told, [400, { detail: 'x', code: 'broken_link' }]);
    const user = open();
    await user.click(await screen.findByRole('button', { name: 'Secure my account' }));
    await screen.findByText(/older than 7 days/);
  });

  test('that could not be checked or used can be tried again', async () => {
    answers(
      [500, { detail: 'x', code: 'internal' }],
      told,
      [500, { detail: 'x', code: 'internal' }],
      [200, {}],
    );
    const user = open();
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    await user.click(await screen.findByRole('button', { name: 'Secure my account' }));
    expect((await screen.findByRole('alert')).textContent).not.toBe('');
    await user.click(screen.getByRole('button', { name: 'Secure my account' }));
    await screen.findByRole('heading', { name: 'Your account is secured' });
  });
});

test('addresses of public pages are known, and nobody is led back to one after signing in', async () => {
  const known = [
    '/register',
    '/register/',
    '/forgot-password',
    '/reset-password/abc',
    '/reset-password/abc/',
    '/not-me/abc',
    '/confirm-address/abc',
  ];
  for (const path of known) {
    expect(publicPage(path), path).toBeDefined();
    expect(safeNext(path)).toBe('/');
  }
  const others = ['/', '/login', '/register/x', '/reset-password/a/b', '/constructor'];
  for (const path of others) expect(publicPage(path), path).toBeUndefined();
  expect(safeNext('/registered')).toBe('/registered');
  await waitFor(async () => expect(await publicPage('/register')?.()).toBeTypeOf('function'));
});

test('both languages fill in the same', () => {
  const holes = (texts: object): string[] =>
    Object.values(texts).flatMap((text) =>
      typeof text === 'string' ? [[...text.matchAll(/%\{\w+\}/g)].sort().join()] : holes(text as object),
    );
  expect(holes(ne)).toEqual(holes(en));
});
