import { cleanup, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
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

const RESEND = '/v1/autho/user/resend-verification/';

test('a wrong code is said in the reader’s language and selected, to be typed anew', async () => {
  answers({
    [SIGNUP]: () => [200, started],
    [VERIFY]: () => [400, { detail: 'This code is not correct.', code: 'wrong_code' }],
  });
  const { onSignedIn, user } = open();
  await toCode(user);
  await user.type(input('Code'), '12345');
  await press(user, 'Confirm');
  expect(screen.getByText('Enter the 6-digit code.')).toBeTruthy();
  expect(setup.server.last().url).toBe(SIGNUP);
  await user.type(input('Code'), '6');
  await press(user, 'Confirm');
  await waitFor(() =>
    expect(screen.getByRole('alert').textContent).toMatch(/^This code is not correct or has expired/),
  );
  expect([input('Code').selectionStart, input('Code').selectionEnd]).toEqual([0, 6]);
  await user.click(screen.getByRole('button', { name: 'नेपाली' }));
  expect(screen.getByRole('alert').textContent).toMatch(/^कोड मिलेन/);
  expect(input('कोड').value).toBe('123456');
  expect(onSignedIn).not.toHaveBeenCalled();
});

test('another code can be asked for after a minute, which a reload does not shorten', async () => {
  answers({ [SIGNUP]: () => [200, started] });
  const { user } = open();
  await toCode(user);
  const waiting = screen.getByRole('button', { name: /^Send another code in \d+ s$/ });
  expect(waiting.getAttribute('aria-disabled')).toBe('true');
  await user.click(waiting);
  expect(setup.server.last().url).toBe(SIGNUP);

  cleanup();
  open();
  expect(screen.getByRole('button', { name: /^Send another code in \d+ s$/ })).toBeTruthy();
  cleanup();
  const kept = JSON.parse(sessionStorage.getItem('signup') ?? '{}') as object;
  expect(JSON.stringify(kept)).not.toContain('password');
  sessionStorage.setItem('signup', JSON.stringify({ ...kept, again: Date.now() - 1 }));
  open();
  await user.type(input('Code'), '111');
  await press(user, 'Send another code');
  await waitFor(() => expect(screen.getByRole('status').textContent).toMatch(/we have sent another code/));
  expect(setup.server.last().url).toBe(RESEND);
  expect(JSON.parse(setup.server.last().body)).toEqual({ email: 'maya@example.test', ticket: 'tick' });
  expect(input('Code').value).toBe('');
  expect(screen.getByRole('button', { name: /^Send another code in \d+ s$/ })).toBeTruthy();
});

test('a server that wants longer between two mails is counted down', async () => {
  answers({
    [RESEND]: () => [429, { detail: 'x', code: 'too_many_requests', data: { retry_after: 90 } }],
  });
  sessionStorage.setItem('signup', JSON.stringify({ email: 'a@b.test', ticket: 't', again: 0 }));
  const { user } = open();
  await press(user, 'Send another code');
  await screen.findByText('Too many attempts. Try again in 90 seconds.');
  const label =
    (await screen.findByRole('button', { name: /^Send another code in \d+ s$/ })).textContent ?? '';
  // However slow the machine is: it is not the minute of this page.
  expect(Number(/\d+/.exec(label))).toBeGreaterThan(60);
});

test.each([
  ['by its header alone', { 'retry-after': '90' }, /^Too many attempts\. Try again in 90 seconds\.$/],
  ['without saying how long, with its own words', {}, /^Slow down\.$/],
])('another API may refuse a mail %s', async (_, headers, words) => {
  answers({ [RESEND]: () => [429, { detail: 'Slow down.' }, headers] });
  sessionStorage.setItem('signup', JSON.stringify({ email: 'a@b.test', ticket: 't', again: 0 }));
  const { user } = open();
  await press(user, 'Send another code');
  expect(await screen.findByText(words)).toBeTruthy();
});

test('the address can be changed without typing the rest again', async () => {
  answers({ [SIGNUP]: () => [200, started] });
  const { user } = open();
  await toCode(user);
  await press(user, 'Change the address');
  expect(document.activeElement).toBe(input('E-mail'));
  expect([input('Your name').value, input('Password').value]).toEqual(['Maya Rai', 'a good password']);
  expect(sessionStorage.length).toBe(0);
});
