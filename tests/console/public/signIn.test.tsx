import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { signOut } from '../../../src/authProvider/login.ts';
import { http } from '../../../src/core/http.ts';
import { preferences } from '../../../src/core/preferences.ts';
import { endSession, getToken, getUser, hasEnded, startSession } from '../../../src/core/session.ts';
import { SignIn } from '../../../src/public/SignIn.tsx';
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
});

function open() {
  const onSignedIn = vi.fn(async () => {});
  const preload = vi.fn();
  render(<SignIn onSignedIn={onSignedIn} preload={preload} />);
  return { onSignedIn, preload, user: userEvent.setup() };
}

async function fill(user: ReturnType<typeof userEvent.setup>, email: string, password: string) {
  await user.type(screen.getByLabelText('E-mail'), email);
  await user.type(screen.getByLabelText('Password'), password);
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
}

test('a customer signs in, and the console is loaded while they type', async () => {
  server.reply(200, { data: { token: 'tok' } });
  const { onSignedIn, preload, user } = open();
  expect(preload).not.toHaveBeenCalled();
  await fill(user, ' a@b.test', 'secret');
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce());
  expect(preload).toHaveBeenCalled();
  expect(getToken()).toBe('tok');
  expect(server.last()).toMatchObject({ method: 'POST', url: '/v1/login/' });
  expect(JSON.parse(server.last().body)).toEqual({ email: 'a@b.test', password: 'secret' });
});

test('the user is known at once if the answer to signing in has it', async () => {
  const known = { uuid: 'u1', name: 'Asha', ui_permissions: [['contact-list', 'get']] };
  server.reply(200, { data: { token: 'tok', user: known } });
  const { onSignedIn, user } = open();
  await fill(user, 'a@b.test', 'secret');
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce());
  expect(getUser()).toEqual({ ...known, role: 'customer', wallet: { balance: null } });
});

test('the list that opens next is taken from the answer to signing in', async () => {
  const rows = { count: 1, results: [{ uuid: 'c1' }] };
  const drawn = { html: '<main></main>', css: '' };
  const take = vi.fn();
  const user = userEvent.setup();
  const onSignedIn = vi.fn(async () => expect(take).toHaveBeenCalledOnce());
  const ahead = () => ({ prefer: 'also="/v1/core/contacts/?page=1"', take });
  render(<SignIn onSignedIn={onSignedIn} preload={vi.fn()} listAhead={ahead} />);
  server.reply(400, { detail: 'No.', code: 'wrong_credentials' });
  await fill(user, 'a@b.test', 'wrong');
  await waitFor(() => expect(screen.getByRole('alert').textContent).not.toBe(''));
  expect(take).not.toHaveBeenCalled();
  server.reply(200, { data: { token: 'tok', also: rows, drawn } });
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce());
  expect(take).toHaveBeenCalledWith(rows, drawn);
});

test('a browser that blocks cookies is named as the reason, and sends no password', async () => {
  const blocked = vi.spyOn(document, 'cookie', 'get').mockReturnValue('');
  const { user } = open();
  await fill(user, 'a@b.test', 'secret');
  expect(screen.getByRole('alert').textContent).toMatch(/^This browser blocks cookies/);
  expect(server.seen).toEqual([]);
  blocked.mockRestore();
});

test('whoever is back because the session ended is told so, once, in their language', async () => {
  const ended = 'Your session has ended. Sign in to continue where you were.';
  server.reply(200, { data: { token: 'tok' } });
  startSession('before');
  endSession({ keepDrafts: true });
  const { onSignedIn, user } = open();
  expect(screen.getByText(ended)).toBeTruthy();
  act(() => preferences.set({ language: 'ne' }));
  expect(screen.getByText(/^तपाईंको सत्र अन्त्य भयो।/)).toBeTruthy();
  act(() => preferences.set({ language: 'en' }));
  await fill(user, 'a@b.test', 'secret');
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce());
  cleanup();
  open();
  expect(screen.queryByText(ended)).toBe(null);
});

test('who has signed out is not told that the session ended', () => {
  startSession('tok');
  endSession();
  // A page behind has asked, or is back from the browser's cache.
  endSession({ keepDrafts: true });
  open();
  expect(screen.queryByText(/session has ended/)).toBe(null);
  startSession('next');
  endSession({ keepDrafts: true });
  expect(hasEnded()).toBe(true);
});

test('nor if something is asked while the server ends the session', async () => {
  const held = Promise.withResolvers<void>();
  server.handle(async ({ url }, response) => {
    if (url.includes('logout')) await held.promise;
    response.writeHead(401).end();
  });
  startSession('tok');
  const left = signOut();
  await expect(http.json('/v1/core/contacts/')).rejects.toMatchObject({ status: 401 });
  expect(hasEnded()).toBe(false);
  held.resolve();
  await left;
});

test('staff sign in on the same page through their own path, and there is a way back', async () => {
  server.reply(200, { data: { token: 'tok' } });
  const { onSignedIn, user } = open();
  await user.click(screen.getByRole('button', { name: 'Staff sign-in' }));
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Staff sign-in');
  expect(screen.getByRole('button', { name: 'Customer sign-in' })).toBeTruthy();
  await fill(user, 'admin@b.test', 'secret');
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce());
  expect(server.last().url).toBe('/v1/login/admin/');
});

test('a wrong pair is said in one line, and nobody is signed in', async () => {
  server.reply(400, { detail: 'The e-mail or the password is wrong.', code: 'invalid_credentials' });
  const { onSignedIn, user } = open();
  await fill(user, 'a@b.test', 'wrong');
  await waitFor(() =>
    expect(screen.getByRole('alert').textContent).toBe('The e-mail or the password is wrong.'),
  );
  expect(onSignedIn).not.toHaveBeenCalled();
  expect(getToken()).toBeUndefined();
});

test.each([
  [429, { detail: 'x', code: 'too_many_requests' }, '900', /15 मिनेटपछि/],
  [429, { detail: 'x', code: 'too_many_requests', data: { retry_after: 840 } }, undefined, /14 मिनेटपछि/],
  [429, { detail: 'x', code: 'too_many_requests', data: { retry_after: 3 } }, undefined, /1 मिनेटपछि/],
  [429, {}, undefined, /1 मिनेटपछि/],
  [400, { detail: 'x', code: 'wrong_credentials' }, undefined, /^इमेल ठेगाना वा पासवर्ड मिलेन।$/],
  [503, { detail: 'x', code: 'unavailable' }, undefined, /^सर्भरले यो काम गर्न सकेन।/],
  // Django REST Framework's own words: untranslated, but the true reason.
  [400, { non_field_errors: ['Unable to log in.'] }, undefined, /^Unable to log in\.$/],
])('a Nepali reader is told why: %i %j', async (status, body, wait, text) => {
  preferences.set({ language: 'ne' });
  server.reply(status, body, wait === undefined ? {} : { 'Retry-After': wait });
  const { user } = open();
  await user.type(screen.getByLabelText('इमेल'), 'a@b.test');
  await user.type(screen.getByLabelText('पासवर्ड'), 'secret{Enter}');
  await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(text));
});

test('empty fields are asked for without a call', async () => {
  const { user } = open();
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  expect(screen.getByRole('alert').textContent).toBe('Enter your e-mail address and password.');
  expect(document.activeElement).toBe(screen.getByLabelText('E-mail'));
  expect(server.seen).toHaveLength(0);
});

test('pressing twice signs in once', async () => {
  let release = () => {};
  server.handle((_, response) => {
    release = () => response.writeHead(200).end('{"data":{"token":"t"}}');
  });
  const { onSignedIn, user } = open();
  await fill(user, 'a@b.test', 'secret');
  await user.click(screen.getByRole('button', { name: 'Signing in…' }));
  await waitFor(() => expect(server.seen).toHaveLength(1));
  release();
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce());
  expect(server.seen).toHaveLength(1);
});

test('the password can be shown, and a password manager finds its fields', async () => {
  const { user } = open();
  const password = screen.getByLabelText('Password') as HTMLInputElement;
  expect(password.autocomplete).toBe('current-password');
  expect((screen.getByLabelText('E-mail') as HTMLInputElement).autocomplete).toBe('username');
  await user.click(screen.getByRole('button', { name: 'Show password' }));
  expect(password.type).toBe('text');
  await user.click(screen.getByRole('button', { name: 'Hide password' }));
  expect(password.type).toBe('password');
});

test('language switches without losing what is typed', async () => {
  const { user } = open();
  await user.type(screen.getByLabelText('E-mail'), 'a@b.test');
  await user.click(screen.getByRole('button', { name: 'नेपाली' }));
  expect((screen.getByLabelText('इमेल') as HTMLInputElement).value).toBe('a@b.test');
});

test('a user with a second factor is asked for its code, with the same address and password', async () => {
  server.reply(400, { detail: 'Enter the code.', code: 'two_factor_required' });
  const { onSignedIn, user } = open();
  await fill(user, 'a@b.test', 'secret');
  expect(await screen.findByRole('heading', { level: 1, name: 'Second step' })).toBeTruthy();
  const code = screen.getByLabelText('Code');
  expect(code.getAttribute('autocomplete')).toBe('one-time-code');
  expect(document.activeElement).toBe(code);
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  expect(screen.getByRole('alert').textContent).toBe('Enter a code from your app, or a recovery code.');
  expect(server.seen).toHaveLength(1);

  server.reply(400, { detail: 'This code is not correct.', code: 'wrong_code' });
  await user.type(code, '000000');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(/^This code is not correct\./));
  expect(document.activeElement).toBe(code);

  server.reply(200, { data: { token: 'tok' } });
  await user.clear(code);
  await user.type(code, ' 123456 ');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce());
  expect(JSON.parse(server.last().body)).toEqual({ email: 'a@b.test', password: 'secret', code: '123456' });
  expect(getToken()).toBe('tok');
});

test('too many codes say how long to wait, in Nepali as well, and there is a way back', async () => {
  preferences.set({ language: 'ne' });
  server.reply(400, { detail: 'Enter the code.', code: 'two_factor_required' });
  const { user } = open();
  await user.type(screen.getByLabelText('इमेल'), 'a@b.test');
  await user.type(screen.getByLabelText('पासवर्ड'), 'secret{Enter}');
  // A server that is away for a while has not counted any code.
  server.reply(503, { detail: 'Away.', code: 'x' }, { 'retry-after': '840' });
  await user.type(await screen.findByLabelText('कोड'), '123456{Enter}');
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Away.'));
  server.reply(429, { detail: 'Too many.' }, { 'retry-after': '840' });
  await user.type(await screen.findByLabelText('कोड'), '123456{Enter}');
  await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(/14 मिनेटपछि/));
  await user.click(screen.getByRole('button', { name: 'इमेल र पासवर्डमा फर्कनुहोस्' }));
  expect(document.activeElement).toBe(screen.getByLabelText('इमेल'));
});
