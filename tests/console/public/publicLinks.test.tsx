import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { getToken, startSession } from '../../../src/core/session.ts';
import { ConfirmAddress } from '../../../src/public/ConfirmAddress.tsx';
import { NotMe } from '../../../src/public/NotMe.tsx';
import { type Reply, setUpPublicPages } from './publicSetup.ts';

const { answers, bodies } = setUpPublicPages();

describe('the link to a new address', () => {
  const LINK = 'b'.repeat(43);
  const answer: Reply = [200, { data: { email: 'new@himal.test' } }];
  const open = () => {
    history.replaceState(null, '', `/confirm-address/${LINK}`);
    render(<ConfirmAddress />);
    return userEvent.setup();
  };

  test('changes nothing by being opened, and confirms by its button, once', async () => {
    answers(answer, [200, { detail: 'ok' }]);
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
    answers(answer, [400, { detail: 'x', code: 'invalid', errors: { email: ['x'] } }]);
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
  const answer: Reply = [200, { data: { kind: 'key-added' } }];

  test('changes nothing by being opened, and secures the account by its button, once', async () => {
    answers(answer, [200, { detail: 'ok' }]);
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
    expect(screen.getByRole('link', { name: 'Reset your password' }).getAttribute('href')).toBe(
      '/forgot-password',
    );
    cleanup();
    answers(answer, [400, { detail: 'x', code: 'broken_link' }]);
    const user = open();
    await user.click(await screen.findByRole('button', { name: 'Secure my account' }));
    await screen.findByText(/older than 7 days/);
  });

  test('that could not be checked or used can be tried again', async () => {
    answers(
      [500, { detail: 'x', code: 'internal' }],
      answer,
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
