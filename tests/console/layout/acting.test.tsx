import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import Cookies from 'js-cookie';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Role, roles } from '#schema/permissions.ts';
import { returnToOwn, signInAs } from '../../../src/authProvider/acting.ts';
import { signOut } from '../../../src/authProvider/login.ts';
import { drafts } from '../../../src/core/drafts.ts';
import { http } from '../../../src/core/http.ts';
import { preferences } from '../../../src/core/preferences.ts';
import {
  endSession,
  getToken,
  setUser,
  startActing,
  startSession,
  stopActing,
} from '../../../src/core/session.ts';
import type { ConsoleDataProvider } from '../../../src/dataProvider/dataProvider.ts';
import { Layout } from '../../../src/layout/Layout.tsx';
import { renderAdmin } from '../support/adminConsole.tsx';
import { type JsonServer, pointTo, startJsonServer } from '../support/jsonServer.ts';

const STAFF = '0190a000-0000-7000-8000-000000000001';
const CUSTOMER = '0190a000-0000-7000-8000-000000000002';

let server: JsonServer;
beforeAll(async () => {
  server = await startJsonServer();
  pointTo(server.base);
});
afterAll(() => server.stop());
beforeEach(() => {
  server.reply(200, { data: { token: 'acting', expires_at: '2030-01-01T00:00:00Z' } });
  server.seen.length = 0;
  startSession('staff');
  setUser(aUser(STAFF, 'Bikash Rai', 'support'));
});
afterEach(() => {
  cleanup();
  endSession();
  localStorage.clear();
  preferences.set({ language: 'en', theme: 'light' });
});

const aUser = (uuid: string, name: string, role: Role, acting: { name: string } | null = null) => ({
  uuid,
  name,
  email: 'a@b.test',
  phone: null,
  role,
  account: { uuid, name: 'Himal Traders', type: 'company' as const, kyc_status: 'none' as const },
  wallet: { balance: 0 },
  acting,
  ui_permissions: roles[role]
    .filter(([, verb]) => !acting || verb === 'get')
    .map(([one, verb]): [string, 'get' | 'post'] => [one, verb]),
});

/** As after the page load that follows signing in as: the customer's profile is there. */
const look = () => {
  startActing('acting');
  setUser(aUser(CUSTOMER, 'Sita Sharma', 'customer', { name: 'Bikash Rai' }));
};
const own = () => Cookies.get('own_token');
const calls = () => server.seen.map(({ method, url, headers }) => [method, url, headers.authorization]);

describe('changing to a customer and back', () => {
  test('keeps the own token beside the other, and nothing that staff saw or typed', async () => {
    drafts.keep('users/create', { name: 'typed' });
    await signInAs(CUSTOMER, 'Asked by phone');
    expect([getToken(), own()]).toEqual(['acting', 'staff']);
    expect(JSON.parse(server.last().body)).toEqual({ reason: 'Asked by phone' });
    expect(localStorage.getItem('user')).toBeNull();
    expect(Object.keys(sessionStorage)).toEqual([]);
  });

  test('a refusal changes nothing', async () => {
    server.reply(409, { detail: 'This user cannot sign in.', code: 'conflict' });
    await expect(signInAs(CUSTOMER, 'Asked by phone')).rejects.toThrow('This user cannot sign in.');
    expect([getToken(), own()]).toEqual(['staff', undefined]);
  });

  test('returning ends the session on the server, and leaves nothing of the customer', async () => {
    look();
    drafts.keep('sms/compose', { body: 'x' });
    localStorage.setItem(`RaStore${CUSTOMER}.sms.perPage`, '50');
    localStorage.setItem(`RaStore${STAFF}.users.perPage`, '50');
    await returnToOwn();
    expect(calls()).toEqual([['POST', '/v1/autho/logout/', 'Token acting']]);
    expect([getToken(), own()]).toEqual(['staff', undefined]);
    expect(localStorage.getItem('user')).toBeNull();
    expect(Object.keys(sessionStorage)).toEqual([]);
    expect(Object.keys(localStorage).filter((key) => key.startsWith('RaStore'))).toEqual([
      `RaStore${STAFF}.users.perPage`,
    ]);
  });

  test('returning works without the server', async () => {
    look();
    server.reply(500, {});
    await returnToOwn();
    expect(getToken()).toBe('staff');
  });

  test('one that was ended elsewhere leads back to the own session, which is still active', async () => {
    look();
    server.reply(401, { detail: 'Sign in to continue.' });
    const both = [http.json('/v1/core/contacts/'), http.json('/v1/sms/templates/')];
    for (const call of both) await expect(call).rejects.toThrow();
    expect([getToken(), own()]).toEqual(['staff', undefined]);
  });

  test('a 401 for the previous session, here or in another tab, does not end the own session', async () => {
    look();
    server.reply(401, { detail: 'Sign in to continue.' });
    const late = http.json('/v1/core/contacts/');
    stopActing();
    await expect(late).rejects.toThrow();
    expect([getToken(), own()]).toEqual(['staff', undefined]);
  });

  test('returning when another tab has returned already ends nothing', async () => {
    look();
    stopActing();
    await returnToOwn();
    expect(server.seen).toEqual([]);
    expect(getToken()).toBe('staff');
  });

  test('signing out leaves both, by ending the own session', async () => {
    look();
    await signOut();
    expect(calls()).toEqual([['POST', '/v1/autho/logout/', 'Token staff']]);
    expect([getToken(), own()]).toEqual([undefined, undefined]);
  });

  test('signing in anew forgets the own token of before', () => {
    look();
    startSession('another');
    expect([getToken(), own()]).toEqual(['another', undefined]);
  });
});

describe('the shell', () => {
  function open() {
    renderAdmin({
      dataProvider: {} as ConsoleDataProvider,
      address: '/sms',
      resources: [{ name: 'sms', list: () => <h1>Campaigns</h1> }],
      around: Layout,
    });
    return userEvent.setup();
  }

  test('says who one is signed in as, offers no password to change, and leads back', async () => {
    look();
    const hand = open();
    const banner = await screen.findByRole('region', { name: 'Signed in as a customer' });
    expect(banner.textContent).toContain('You are signed in as Sita Sharma (Himal Traders), read-only.');
    expect(banner.textContent).toContain('The menu may be shorter than the customer’s');
    await hand.click(screen.getByRole('button', { name: 'Menu of Sita Sharma' }));
    expect(await screen.findByRole('menuitem', { name: 'Profile' })).toBeTruthy();
    expect(screen.queryByRole('menuitem', { name: 'Change Password' })).toBeNull();
    await hand.keyboard('{Escape}');
    await hand.click(screen.getByRole('button', { name: 'Return to your own session' }));
    await waitFor(() => expect(getToken()).toBe('staff'));
  });

  test('offers nothing that writes', async () => {
    look();
    open();
    await screen.findByRole('region', { name: 'Signed in as a customer' });
    const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(links).toContain('/sms');
    expect(links).not.toContain('/sms/bulk-sms');
  });

  test('speaks Nepali', async () => {
    preferences.set({ language: 'ne' });
    look();
    open();
    expect(await screen.findByRole('button', { name: 'आफ्नै सत्रमा फर्कनुहोस्' })).toBeTruthy();
  });

  test('shows nothing of this in the user’s own session', async () => {
    open();
    await screen.findByRole('heading', { name: 'Campaigns' });
    expect(screen.queryByRole('button', { name: 'Return to your own session' })).toBeNull();
  });
});
