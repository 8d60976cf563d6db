import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { preferences } from '../../../src/core/preferences.ts';
import { getToken } from '../../../src/core/session.ts';
import { pointTo } from '../support/jsonServer.ts';
import {
  fill,
  input,
  open,
  press,
  SIGNUP,
  setUpRegister,
  started,
  toCode,
  VERIFY,
} from './publicRegisterSetup.tsx';

const setup = setUpRegister();
const { answers } = setup;

test('a person registers with the mailed code and is signed in', async () => {
  answers({ [SIGNUP]: () => [200, started], [VERIFY]: () => [200, { data: { token: 'tok' } }] });
  const { onSignedIn, preload, user } = open();
  await fill(user, ' maya@example.test');
  await press(user, 'Create account');
  const code = await screen.findByLabelText<HTMLInputElement>('Code');
  expect(JSON.parse(setup.server.last().body)).toEqual({
    type: 'individual',
    name: 'Maya Rai',
    email: 'maya@example.test',
    password: 'a good password',
    language: 'en',
  });
  expect(screen.getByText(/^If maya@example\.test can be used/)).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(code));
  expect([code.inputMode, code.autocomplete]).toEqual(['numeric', 'one-time-code']);
  expect(preload).toHaveBeenCalled();

  await user.paste('१२३ 4-56');
  expect(code.value).toBe('123456');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce());
  expect(JSON.parse(setup.server.last().body)).toEqual({
    email: 'maya@example.test',
    otp: '123456',
    ticket: 'tick',
  });
  expect(getToken()).toBe('tok');
  expect(sessionStorage.length).toBe(0);
});

test.each([
  ['without data', { token: 'tok' }],
  ['within data', { data: { token: 'tok', user: null } }],
])('with another API a person registers as well, the token %s', async (_, verified) => {
  answers({ [SIGNUP]: () => [201, { detail: 'Check your mail.' }], [VERIFY]: () => [200, verified] });
  const { onSignedIn, user } = open();
  await toCode(user);
  await user.type(input('Code'), '123456');
  await press(user, 'Confirm');
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce());
  expect(JSON.parse(setup.server.last().body)).toEqual({ email: 'maya@example.test', otp: '123456' });
  expect(getToken()).toBe('tok');
});

test('an API that confirms without a token leads to the sign-in page', async () => {
  answers({ [SIGNUP]: () => [201, {}], [VERIFY]: () => [200, { detail: 'Verified.' }] });
  const { onSignedIn, user } = open();
  await toCode(user);
  await user.type(input('Code'), '123456');
  await press(user, 'Confirm');
  await waitFor(() => expect(sessionStorage.length).toBe(0));
  expect(onSignedIn).not.toHaveBeenCalled();
  expect(getToken()).toBeUndefined();
  expect(screen.getByRole('alert').textContent).toBe('');
});

test('a company is asked for its name, and a phone is read as people write it', async () => {
  answers({ [SIGNUP]: () => [200, started] });
  const { user } = open();
  expect(screen.queryByLabelText('Company name')).toBeNull();
  await user.click(screen.getByLabelText('A company'));
  await fill(user);
  await user.type(input(/^Mobile number/), '०१-४४१२३४५');
  await press(user, 'Create account');
  expect(input('Company name').getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(input('Company name'));
  expect(screen.getByText('Enter a Nepal mobile number, such as 9841234567')).toBeTruthy();
  expect(setup.server.seen).toHaveLength(0);

  await user.type(input('Company name'), 'Rai Suppliers');
  await user.clear(input(/^Mobile number/));
  await user.type(input(/^Mobile number/), '९८४१-०००००१');
  await press(user, 'Create account');
  await screen.findByRole('heading', { name: 'Enter the code' });
  expect(JSON.parse(setup.server.last().body)).toMatchObject({
    type: 'company',
    account_name: 'Rai Suppliers',
    phone: '९८४१-०००००१',
  });
});

test('the rule for passwords is said before typing and applied without a call', async () => {
  const { user } = open();
  const rule = screen.getByText('At least 8 characters. Do not use your name or e-mail address.');
  expect(input('Password').getAttribute('aria-describedby')).toBe(rule.id);
  expect(input('Password').autocomplete).toBe('new-password');
  await press(user, 'Create account');
  expect(screen.getAllByText('Required')).toHaveLength(3);
  expect(document.activeElement).toBe(input('Your name'));
  await fill(user);
  for (const [password, message] of [
    ['seven77', 'Use at least 8 characters.'],
    ['maya rai', 'Choose a password that is not your name or e-mail address.'],
  ] as const) {
    await user.clear(input('Password'));
    await user.type(input('Password'), password);
    await press(user, 'Create account');
    const error = screen.getByText(message);
    expect(input('Password').getAttribute('aria-describedby')).toContain(error.id);
    expect(document.activeElement).toBe(input('Password'));
  }
  expect(setup.server.seen).toHaveLength(0);
});

test('what was typed stays when the server refuses or cannot be reached', async () => {
  answers({
    [SIGNUP]: () => [
      400,
      {
        detail: 'x',
        code: 'invalid',
        errors: { email: ['Enter an e-mail address, such as name@example.com.'] },
      },
    ],
  });
  const { user } = open();
  await fill(user);
  await press(user, 'Create account');
  await screen.findByText('Enter an e-mail address, such as name@example.com');
  expect(document.activeElement).toBe(input('E-mail'));
  answers({
    [SIGNUP]: () => [429, { detail: 'x', code: 'too_many_requests', data: { retry_after: 1800 } }],
  });
  await press(user, 'Create account');
  await screen.findByText('Too many attempts. Try again in 30 minutes.');
  setup.server.handle((_, response) => response.destroy());
  await press(user, 'Create account');
  await screen.findByText('The server could not be reached. Check your connection and try again.');
  expect([input('Your name').value, input('E-mail').value, input('Password').value]).toEqual([
    'Maya Rai',
    'maya@example.test',
    'a good password',
  ]);
});

test('pressing twice registers once', async () => {
  let release = () => {};
  setup.server.handle((_, response) => {
    release = () => response.writeHead(200).end(JSON.stringify(started));
  });
  const { user } = open();
  await fill(user);
  await press(user, 'Create account');
  await press(user, 'Creating the account…');
  await user.type(input('Your name'), '{Enter}');
  await waitFor(() => expect(setup.server.seen).toHaveLength(1));
  release();
  await screen.findByRole('heading', { name: 'Enter the code' });
  expect(setup.server.seen).toHaveLength(1);
});

test('the demonstration says where its mail is', async () => {
  answers({ [SIGNUP]: () => [200, { ...started, data: { ticket: 't', outbox: '/dev/outbox' } }] });
  const { user } = open();
  await toCode(user);
  const link = screen.getByRole('link', { name: 'This is a demonstration. Its e-mails are shown here.' });
  expect(link.getAttribute('href')).toBe(`${setup.server.base}/dev/outbox`);
});

test.each([
  ['en', 'Create an account', 'Ask your provider to add you', 'Back to sign in'],
  ['ne', 'नयाँ खाता खोल्नुहोस्', 'सेवा प्रदायकलाई भन्नुहोस्', 'साइन इनमा फर्कनुहोस्'],
] as const)('a server without mail says so before the form (%s)', (language, title, text, back) => {
  preferences.set({ language });
  pointTo(setup.server.base, 'all', { mail: false });
  open();
  pointTo(setup.server.base);
  expect(screen.getByRole('heading', { name: title })).toBeTruthy();
  expect(screen.getByText(new RegExp(text))).toBeTruthy();
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.getByRole('link', { name: back }).getAttribute('href')).toBe('/login');
});
