import Cookies from 'js-cookie';
import { describe, expect, test } from 'vitest';
import type { Role } from '#schema/permissions.ts';
import { endSession, isStaffHere, setUser, startActing, stopActing } from '../../../src/core/session.ts';

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
