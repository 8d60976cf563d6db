import Cookies from 'js-cookie';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Role } from '#schema/permissions.ts';
import { authProvider } from '../../../src/authProvider/authProvider.ts';
import { drafts } from '../../../src/core/drafts.ts';
import { storePrefix } from '../../../src/core/look.ts';
import { readProfile } from '../../../src/core/readProfile.ts';
import {
  endSession,
  isStaffHere,
  setUser,
  startActing,
  startSession,
  stopActing,
} from '../../../src/core/session.ts';

describe('whether staff are signed in', () => {
  const aUser = (role: Role) => ({ role, ui_permissions: [] }) as never;
  const cookie = () => Cookies.get('staff') === '1';

  test('is known by the user, and before there is one by what the last page left', () => {
    expect(isStaffHere()).toBe(false);
    setUser(aUser('support'));
    expect([isStaffHere(), cookie()]).toEqual([true, true]);
    setUser(aUser('customer'));
    expect([isStaffHere(), cookie()]).toEqual([false, false]);
    setUser(aUser('admin'));
    endSession();
    expect([isStaffHere(), cookie()]).toEqual([false, false]);
    Cookies.set('staff', '1', { path: '/' });
    expect(isStaffHere()).toBe(true);
  });

  test('follows who staff are signed in as', () => {
    Cookies.set('token', 'own', { path: '/' });
    setUser(aUser('support'));
    startActing('acting');
    expect(cookie()).toBe(false);
    stopActing();
    expect(cookie()).toBe(true);
  });
});

describe('users of an API that gives them no id', () => {
  const signIn = (profile: object) => setUser(readProfile({ ui_permissions: [], ...profile }) ?? null);
  const asha = { name: 'Asha', email: 'asha@example.com' };
  beforeEach(() => startSession('tok'));

  test.each([
    ['by their address', { name: 'Asha', email: 'another@example.com' }],
    ['by their name', { name: 'Bina' }],
  ])('are told apart %s: none gets the draft or the choices of another', async (_, other) => {
    signIn(asha);
    const [store, identity] = [storePrefix(), await authProvider.getIdentity?.()];
    drafts.keep('compose', { body: 'Namaste' });
    signIn(other);
    expect(drafts.read('compose')).toBeUndefined();
    expect(storePrefix()).not.toBe(store);
    expect((await authProvider.getIdentity?.())?.id).not.toBe(identity?.id);
    signIn(asha);
    expect(drafts.read('compose')).toEqual({ body: 'Namaste' });
  });

  test('are followed by the other tabs of this browser', () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    signIn(asha);
    const isLeaving = () => {
      const blocked = vi.fn();
      addEventListener('beforeunload', blocked, { once: true });
      window.dispatchEvent(new Event('beforeunload'));
      removeEventListener('beforeunload', blocked);
      return blocked.mock.calls.length === 0;
    };
    const tell = (user: object) => {
      localStorage.setItem('user', JSON.stringify(readProfile({ ui_permissions: [], ...user })));
      window.dispatchEvent(new StorageEvent('storage', { key: 'user' }));
    };
    tell({ ...asha, wallet: { balance: 5 } });
    expect(isLeaving()).toBe(false);
    tell({ name: 'Bina' });
    expect(isLeaving()).toBe(true);
  });

  test('have drafts for as long as the page is open if nothing tells them apart', () => {
    signIn({});
    drafts.keep('compose', { body: 'Namaste' });
    expect(drafts.read('compose')).toEqual({ body: 'Namaste' });
    expect(Object.keys(sessionStorage).filter((key) => key.startsWith('draft:'))).toEqual([]);
    endSession();
    signIn({});
    expect(drafts.read('compose')).toBeUndefined();
  });
});
