import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { type Feature, features } from '#schema/features.ts';
import { roles } from '#schema/permissions.ts';
import type { User } from '#schema/users.ts';
import { preferences } from '../../../src/core/preferences.ts';
import { endSession, getUser, setUser } from '../../../src/core/session.ts';
import { user as userResource } from '../../../src/resources/people/users/index.tsx';
import { type Asked, startApi } from '../support/api.ts';
import { renderConsole } from '../support/crudConsole.tsx';
import { pointTo } from '../support/jsonServer.ts';
import { newSession } from '../support/newSession.ts';

export const uuid = (n: number): string => `01890000-0000-7000-8000-${String(n).padStart(12, '0')}`;
export const aUser = (change: Partial<User> = {}): User => ({
  uuid: uuid(1),
  created_at: '2026-01-02T03:04:05Z',
  updated_at: '2026-01-02T03:04:05Z',
  name: 'Sita Sharma',
  email: 'sita@himal.test',
  new_email: null,
  phone: '+9779841000100',
  account: uuid(80),
  account_name: 'Himal Traders',
  role: 'customer',
  is_active: true,
  is_invited: false,
  last_login_at: '2026-02-02T03:04:05Z',
  sessions: 2,
  two_factor: false,
  api_keys: 0,
  ui_permissions: null,
  ...change,
});

/** From now on the server is another one, which does not say what it offers. */
export const onAnotherServer = (): void => {
  const user = getUser();
  if (!user) throw new Error('nobody is signed in');
  const { offers: _, ...other } = user;
  setUser(other);
};

/** What a PUT for the whole record of `aUser` holds. */
export const whole = { name: 'Sita Sharma', email: 'sita@himal.test', account: uuid(80), role: 'customer' };

export const button = (name: string | RegExp) => screen.findByRole('button', { name });

/** An account as the server lists it. */
export const anAccount = (n: number, change: object = {}) => ({
  uuid: uuid(n),
  created_at: '2026-01-02T03:04:05Z',
  name: 'Himal Traders',
  type: 'company',
  is_active: true,
  ...change,
});

/** A server with one user, and the pages that show and change it. */
export function setUpUsers() {
  const PROVIDER = uuid(90);
  const ADMIN = uuid(91);
  let shown: User;
  let refusal: { status: number; body: object } | undefined;
  let accounts: (asked: Asked) => object[];
  let api: Awaited<ReturnType<typeof startApi>>;
  beforeAll(async () => {
    api = await startApi((asked: Asked) => {
      const { method, url, body } = asked;
      if (refusal && method !== 'GET') return refusal;
      if (url.startsWith('/v1/admin/accounts/')) {
        const results = accounts(asked);
        return { body: { count: results.length, next: null, previous: null, results } };
      }
      if (method === 'POST' && url.endsWith('send-link/'))
        return { body: { data: { kind: 'password-reset' } } };
      if (method === 'POST' && url.endsWith('invitation-link/'))
        return { body: { data: { path: '/reset-password/one-secret', expires_at: '2026-02-03T04:05:06Z' } } };
      if (method === 'POST' && url.endsWith('end-sessions/')) return { body: { data: { ended: 2 } } };
      if (method === 'GET' && /\/users\/\?/.test(url))
        return { body: { count: 1, next: null, previous: null, results: [shown] } };
      if (method !== 'GET') shown = { ...shown, ...(body as object) };
      return { body: { data: shown } };
    });
    pointTo(api.base);
  });

  afterAll(() => api.close());
  beforeEach(() => {
    shown = aUser();
    refusal = undefined;
    accounts = () => [anAccount(80)];
    api.asked.length = 0;
    signIn('admin');
  });

  afterEach(() => {
    cleanup();
    pointTo(api.base);
    endSession();
    sessionStorage.clear();
    preferences.set({ language: 'en' });
  });

  function signIn(role: 'support' | 'admin', without?: string): void {
    newSession();
    setUser({
      uuid: ADMIN,
      name: 'Asha Gurung',
      email: 'admin@demo.test',
      phone: null,
      role,
      account: { uuid: PROVIDER, name: 'Demo Provider', type: 'company', kyc_status: 'none' },
      wallet: { balance: 0 },
      ui_permissions: roles[role].filter(([name]) => name !== without).map(([name, verb]) => [name, verb]),
      // What our server says of itself.
      offers: Object.keys(features) as Feature[],
    });
  }

  const open = (address: string) => ({
    ...renderConsole([{ name: 'users', ...userResource }], address, api.base),
    hand: userEvent.setup(),
  });

  const sent = (method: string) => api.asked.filter((one) => one.method === method);
  return {
    get shown() {
      return shown;
    },
    set shown(value) {
      shown = value;
    },
    get refusal() {
      return refusal;
    },
    set refusal(value) {
      refusal = value;
    },
    set accounts(value: typeof accounts) {
      accounts = value;
    },
    get api() {
      return api;
    },
    ADMIN,
    signIn,
    open,
    sent,
  };
}
