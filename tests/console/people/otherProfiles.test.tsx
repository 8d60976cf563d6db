import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { login } from '../../../src/authProvider/login.ts';
import { loadProfile } from '../../../src/authProvider/profile.ts';
import { reviewsKyc, usesOwnAccount } from '../../../src/core/access.ts';
import { money } from '../../../src/core/format.ts';
import { changedProfile, readProfile, type User } from '../../../src/core/readProfile.ts';
import { getToken, getUser, isStaffHere, setUser } from '../../../src/core/session.ts';
import { uploadFile } from '../../../src/core/upload.ts';
import { KycPage } from '../../../src/resources/people/kyc/KycPage.tsx';
import { ProfilePage } from '../../../src/resources/people/profile/ProfilePage.tsx';
import { type JsonServer, pointTo, startJsonServer } from '../support/jsonServer.ts';
import { pageOf, renderPage } from '../support/messagingConsole.tsx';
import { newSession } from '../support/newSession.ts';

let server: JsonServer;
beforeAll(async () => {
  server = await startJsonServer();
});
beforeEach(() => pointTo(server.base));
afterAll(() => server.stop());
afterEach(cleanup);

/** No more than the specification shows of a user. */
const least = { name: 'Asha Gurung', wallet: { balance: 5000 }, ui_permissions: [['profile-my', 'get']] };

describe('a profile of another API', () => {
  beforeEach(() => newSession());

  test.each([
    ['within data', { data: least }],
    ['by itself', least],
  ])('is read %s, and is a customer’s where it says no role', async (_, body) => {
    server.reply(200, body);
    expect(await loadProfile()).toMatchObject({ ...least, uuid: '', role: 'customer' });
    expect(getUser()).toMatchObject(least);
    expect(isStaffHere()).toBe(false);
  });

  test.each([
    ['reseller', ['kyc-list', 'report-list'], false],
    ['CUSTOMER', ['kyc-list'], false],
    ['operator', ['user-list', 'kyc-list'], true],
    ['finance', ['payment-reference-list', 'kyc-list'], true],
    ['Admin', ['kyc-list'], true],
  ])('with the role %s and %j: whether it is staff’s', (role, names, isStaff) => {
    setUser(readProfile({ ...least, role, ui_permissions: names.map((name) => [name, 'get']) }) ?? null);
    expect([isStaffHere(), reviewsKyc(), usesOwnAccount()]).toEqual([isStaff, isStaff, !isStaff]);
  });

  test.each([[{ detail: 'fine' }], ['text'], [[least]]])(
    'that is not a profile ends the loading state: %j',
    async (body) => {
      server.reply(200, JSON.stringify(body));
      await expect(loadProfile()).rejects.toThrow('could not be read');
    },
  );

  test('may leave out what the specification does not show', () => {
    expect(readProfile({ id: 7, email: 'a@b.np' })).toEqual({
      ...{ uuid: '7', email: 'a@b.np', name: '', role: 'customer' },
      ...{ wallet: { balance: null }, ui_permissions: [] },
    });
    expect(readProfile({ name: null, ui_permissions: 'all', wallet: 5 })).toMatchObject({
      ...{ name: '', wallet: { balance: null }, ui_permissions: [] },
    });
    expect(readProfile({ ...least, ui_permissions: [null, 'x', ['a'], ['sms-list', 'get']] })).toMatchObject({
      ui_permissions: [['sms-list', 'get']],
    });
  });

  test('has its balance in minor units, as a number or as text', () => {
    const balanceOf = (balance: unknown) => readProfile({ ...least, wallet: { balance } })?.wallet.balance;
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    expect(balanceOf('5000')).toBe(5000);
    expect(money(balanceOf('50.00'))).toBe('Unreadable amount');
    expect(console.error).toHaveBeenCalledWith(expect.stringContaining('profile/wallet.balance'));
  });

  test('reports a balance that is not in minor units, after a reload too', () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const user = readProfile({ ...least, wallet: { balance: '50.00' } }) as User;
    // What storage has kept of it.
    setUser(JSON.parse(JSON.stringify(user)));
    setUser(user);
    expect(money(getUser()?.wallet.balance)).toBe('Unreadable amount');
  });

  test('keeps its pairs when a change is answered in part', () => {
    const user = readProfile(least) as User;
    expect(changedProfile(user, { name: 'Asha' }, { data: { name: 'Asha' } })).toEqual({
      ...user,
      name: 'Asha',
    });
    expect(changedProfile(user, { name: 'Asha' }, { data: { ...least, name: 'Asha G.' } }).name).toBe(
      'Asha G.',
    );
  });
});

describe('signing in', () => {
  test.each([
    ['within data', { data: { token: 'abc' } }],
    ['by itself', { token: 'abc' }],
    ['as text within data', { data: 'abc' }],
  ])('takes the token %s', async (_, body) => {
    server.reply(200, body);
    await login({ email: 'a@b.np', password: 'x' });
    expect(getToken()).toBe('abc');
  });

  test('asks for the profile if the answer has only a part of it', async () => {
    newSession();
    server.handle(({ url }, response) => {
      const user = { uuid: 'u1', email: 'a@b.np' };
      response.end(JSON.stringify(url.includes('login') ? { token: 'abc', user } : { data: least }));
    });
    await login({ email: 'a@b.np', password: 'x' });
    expect(getUser()).toBeNull();
    await loadProfile();
    expect(server.last().url).toBe('/v1/autho/user/profile/');
    expect(getUser()).toMatchObject(least);
  });

  test.each([[{ data: {} }], [{ data: null }], [{ key: 5 }], [[]]])('says that %j has none', async (body) => {
    server.reply(200, body);
    await expect(login({ email: 'a@b.np', password: 'x' })).rejects.toThrow('could not be read');
    expect(getToken()).toBeUndefined();
  });
});

describe('an upload', () => {
  const file = new File(['phone'], 'a.csv');
  test.each([
    ['text within data', { data: 'ref-1' }, { uuid: 'ref-1' }],
    ['a record within data', { data: { uuid: 'ref-1', kind: 'csv' } }, { uuid: 'ref-1', kind: 'csv' }],
    ['a record by itself', { id: 7 }, { id: 7, uuid: '7' }],
  ])('is named by %s', async (_, body, expected) => {
    server.reply(201, body);
    expect(await uploadFile(file, {})).toEqual(expected);
  });

  test('without a reference is refused', async () => {
    server.reply(201, { data: {} });
    await expect(uploadFile(file, {})).rejects.toThrow('could not be read');
  });
});

test('a role that only its API knows is named on the profile page', async () => {
  newSession();
  setUser(readProfile({ ...least, role: 'reseller' }) ?? null);
  server.reply(200, pageOf());
  renderPage('/profile', <ProfilePage />);
  expect(await screen.findByText('reseller')).toBeTruthy();
});

describe('without an account in the profile', () => {
  beforeEach(() => {
    newSession();
    setUser(
      readProfile({ ...least, ui_permissions: [...least.ui_permissions, ['kyc-submit', 'post']] }) as User,
    );
    server.reply(200, pageOf());
  });

  test('the profile page has the person’s own data', async () => {
    renderPage('/profile', <ProfilePage />);
    expect((await screen.findAllByText('Asha Gurung')).length).toBeGreaterThan(0);
    expect(screen.queryByText('elsewhere')).toBeNull();
    expect(screen.getByRole('heading', { name: 'Your details' })).toBeTruthy();
    expect(screen.queryByRole('heading', { name: 'Account' })).toBeNull();
    expect(server.seen.some(({ url }) => url.includes('/accounts/'))).toBe(false);
  });

  test('verification begins', async () => {
    renderPage('/kyc', <KycPage />);
    await waitFor(() => expect(screen.getByRole('heading', { level: 2, name: /^Step 1 of 5/ })).toBeTruthy());
  });
});
