import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { getToken, safeNext, startSession } from '../../../src/core/session.ts';
import { account as en } from '../../../src/i18n/en/account.ts';
import { account as ne } from '../../../src/i18n/ne/account.ts';
import { ForgotPassword } from '../../../src/public/ForgotPassword.tsx';
import { publicPage } from '../../../src/public/pages.ts';
import { ResetPassword } from '../../../src/public/ResetPassword.tsx';
import { pointTo } from '../support/jsonServer.ts';
import { type Reply, setUpPublicPages } from './publicSetup.ts';

const setup = setUpPublicPages();
const { answers, bodies } = setup;

const input = (label: string) => screen.getByLabelText(label) as HTMLInputElement;

describe('a forgotten password', () => {
  test('cannot be mailed a link by a server without mail, which says so', () => {
    pointTo(setup.server.base, 'all', { mail: false });
    render(<ForgotPassword />);
    pointTo(setup.server.base);
    expect(screen.getByText(/^This server cannot send e-mail, so it cannot send you a link/)).toBeTruthy();
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  test('is requested with an address, and the answer does not reveal whether it exists', async () => {
    answers([200, { detail: 'x', data: {} }]);
    const user = userEvent.setup();
    render(<ForgotPassword />);
    expect(document.activeElement).toBe(input('E-mail'));
    await user.type(input('E-mail'), 'nobody{Enter}');
    expect(screen.getByText('Enter an e-mail address, such as name@example.com')).toBeTruthy();
    expect(setup.server.seen).toHaveLength(0);
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

  test.each([[{ detail: 'Sent.' }], ['Sent.'], [null]])(
    'is asked for although %j answers',
    async (answer) => {
      answers([200, answer as never]);
      render(<ForgotPassword />);
      await userEvent.type(input('E-mail'), 'nobody@example.test{Enter}');
      await screen.findByRole('heading', { name: 'Check your e-mail' });
    },
  );

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
    expect(setup.server.seen).toHaveLength(1);
    await user.type(password, ' no longer{Enter}');
    await screen.findByRole('heading', { name: 'Your password is set' });
    expect(bodies()).toEqual([
      ['/v1/autho/password_reset/check/', { uuid: LINK }],
      ['/v1/autho/password_reset/confirm/', { uuid: LINK, password: 'short no longer' }],
    ]);
    expect(getToken()).toBeUndefined();
    expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/login');
  });

  test('offers to keep API keys, and revokes them otherwise', async () => {
    for (const keeps of [false, true]) {
      setup.server.seen.length = 0;
      answers([200, { data: { usable: true, keys: 3 } }], [200, { detail: 'ok' }]);
      const user = open();
      const revoke = await screen.findByRole<HTMLInputElement>('checkbox', {
        name: /^Also revoke my API keys \(3\)/,
      });
      expect(revoke.checked).toBe(true);
      if (keeps) await user.click(revoke);
      await user.type(screen.getByLabelText('New password'), 'long enough{Enter}');
      await screen.findByRole('heading', { name: 'Your password is set' });
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
  ])('refuses a name, an address or a common password: %s stays as typed', async (password, en, ne) => {
    answers(usable, [400, { detail: 'x', code: 'invalid', errors: { password: [en] } }]);
    const user = open();
    await user.type(await screen.findByLabelText('New password'), `${password}{Enter}`);
    await screen.findByText(en);
    expect(input('New password').value).toBe(password);
    await user.click(screen.getByRole('button', { name: 'नेपाली' }));
    expect(screen.getByText(ne)).toBeTruthy();
  });

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

test('signing in never leads back to a public page', async () => {
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
