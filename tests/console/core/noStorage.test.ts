import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { drafts } from '../../../src/core/drafts.ts';
import {
  endSession,
  getToken,
  getUser,
  setUser,
  startActing,
  startSession,
  stopActing,
} from '../../../src/core/session.ts';
import { useDraftState } from '../../../src/crud/useDraftState.ts';
import { pendingSignup } from '../../../src/public/pending.ts';

const user = { uuid: 'u-1', name: 'Sita', ui_permissions: [] } as never;

/** Cookies are allowed, and storage is not. */
beforeEach(() => {
  vi.stubGlobal('localStorage', null);
  vi.stubGlobal('sessionStorage', null);
  startSession('token-1');
  setUser(user);
});
afterEach(() => {
  endSession();
  vi.unstubAllGlobals();
});

test('a form opens and works, and its draft is kept in this page', () => {
  const { result } = renderHook(() => useDraftState<string>('form'));
  act(() => result.current.setValue('written'));
  expect(result.current.value).toBe('written');
  expect(drafts.read('form')).toBe('written');
  setUser({ uuid: 'u-2', name: 'Ram', ui_permissions: [] } as never);
  expect(drafts.read('form')).toBeUndefined();
  setUser(user);
  act(() => result.current.setValue(undefined));
  act(() => result.current.end());
  expect(drafts.read('form')).toBeUndefined();
});

test('a draft goes with its session', () => {
  drafts.keep('form', 'written');
  expect(drafts.read('form')).toBe('written');
  endSession();
  startSession('token-2');
  setUser(user);
  expect(drafts.read('form')).toBeUndefined();
});

test('a session ends, by choice and by itself', () => {
  endSession();
  expect([getToken(), getUser()]).toEqual([undefined, null]);
  startSession('token-2');
  setUser(user);
  endSession({ keepDrafts: true });
  expect(getToken()).toBeUndefined();
});

test('staff act as a customer and return', () => {
  startActing('token-of-customer');
  expect(getToken()).toBe('token-of-customer');
  expect(stopActing()).toBe(true);
  expect(getToken()).toBe('token-1');
});

test('a sign-up goes on in this page', () => {
  pendingSignup.keep({ email: 'a@demo.test', again: 0 });
  expect(pendingSignup.read()).toBeUndefined();
  pendingSignup.drop();
});
