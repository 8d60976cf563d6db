import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, vi } from 'vitest';
import { preferences } from '../../../src/core/preferences.ts';
import { endSession } from '../../../src/core/session.ts';
import { Register } from '../../../src/public/Register.tsx';
import { type JsonServer, pointTo, type Seen, startJsonServer } from '../support/jsonServer.ts';

export const SIGNUP = '/v1/autho/user/signup/';
export const VERIFY = '/v1/autho/user/verify-otp/';
export const started = { detail: 'x', data: { ticket: 'tick' } };
export function open() {
  const onSignedIn = vi.fn(async () => {});
  const preload = vi.fn();
  render(<Register onSignedIn={onSignedIn} preload={preload} />);
  return { onSignedIn, preload, user: userEvent.setup() };
}

type User = ReturnType<typeof userEvent.setup>;
export const input = (label: string | RegExp) => screen.getByLabelText(label) as HTMLInputElement;
export const press = (user: User, name: string) => user.click(screen.getByRole('button', { name }));
export async function fill(user: User, email = 'maya@example.test') {
  await user.type(input('Your name'), 'Maya Rai');
  await user.type(input('E-mail'), email);
  await user.type(input('Password'), 'a good password');
}

export async function toCode(user: User) {
  await fill(user);
  await press(user, 'Create account');
  await screen.findByRole('heading', { name: 'Enter the code' });
}

/** A server that takes registrations, and the form’s fields and buttons. */
export function setUpRegister() {
  let server: JsonServer;
  beforeAll(async () => {
    server = await startJsonServer();
    pointTo(server.base);
  });

  afterAll(() => server.stop());
  afterEach(() => {
    cleanup();
    endSession();
    sessionStorage.clear();
    server.seen.length = 0;
    preferences.set({ language: 'en', theme: 'light' });
  });

  /** What the server answers, by path; 200 and nothing where it is not said. */
  function answers(
    given: Record<string, (seen: Seen) => [status: number, body: object, headers?: Record<string, string>]>,
  ) {
    server.handle((seen, response) => {
      const [status, body, headers] = given[seen.url]?.(seen) ?? [200, { detail: 'ok' }];
      response
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(JSON.stringify(body));
    });
  }

  return {
    get server() {
      return server;
    },
    answers,
  };
}
