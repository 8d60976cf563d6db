import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadProfile, startProfile } from '../../../src/authProvider/profile.ts';
import { readProfile } from '../../../src/core/readProfile.ts';
import { endSession, getUser, setUser, startSession } from '../../../src/core/session.ts';
import { newSession } from '../support/newSession.ts';
import { writePageData } from '../support/writePageData.ts';

const PROFILE = {
  uuid: '0190a000-0000-7000-8000-000000000001',
  name: 'Asha Shrestha',
  email: 'asha@example.com',
  phone: null,
  role: 'customer',
  account: {
    uuid: '0190a000-0000-7000-8000-000000000002',
    name: 'A',
    type: 'individual',
    kyc_status: 'none',
  },
  wallet: { balance: 100, is_demo: false },
  acting: null,
  two_factor: { enabled: false, must_enrol: false, passkeys: 0 },
  address_change: null,
  calendar_years: null,
  ui_permissions: [['contact-list', 'get']],
  offers: ['dashboard'],
};

const writeUser = (user: unknown) => writePageData('user', user);
beforeEach(() => setUser(null));
afterEach(() => setUser(null));

test('the user that the server wrote into the page is known before any answer', () => {
  writeUser(PROFILE);
  expect(getUser()).toEqual(PROFILE);
});

test('the same profile from the API is no change, so nothing is drawn again', () => {
  writeUser(PROFILE);
  const before = getUser();
  setUser(readProfile({ data: PROFILE }) ?? null);
  expect(getUser()).toBe(before);
});

test('it goes with the session that the page was loaded with', () => {
  writeUser(PROFILE);
  expect(getUser()).not.toBeNull();
  endSession();
  expect(getUser()).toBeNull();
  startSession('another-users-token-0123456789');
  expect(getUser()).toBeNull();
});

test('anything that is not a user is ignored', () => {
  writeUser({ name: 'Nobody' });
  expect(getUser()).toBeNull();
});

test('it is fresher than the stored one, and asked for only when it is wanted again', async () => {
  newSession();
  setUser({ ...PROFILE, wallet: { balance: 7 } } as never);
  writeUser(PROFILE);
  const asked = vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(async () => Response.json({ data: PROFILE }));
  await startProfile();
  expect(getUser()?.wallet.balance).toBe(100);
  await expect(loadProfile()).resolves.toMatchObject({ name: 'Asha Shrestha' });
  expect(asked).not.toHaveBeenCalled();
  await loadProfile();
  expect(asked).toHaveBeenCalledOnce();
  await startProfile();
  expect(asked).toHaveBeenCalledTimes(2);
});
