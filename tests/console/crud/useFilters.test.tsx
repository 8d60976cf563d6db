import { act, renderHook } from '@testing-library/react';
import { ListContextProvider, type ListControllerResult } from 'ra-core';
import type { ReactNode } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { PendingFilters, useFilters, usePendingFilters } from '../../../src/crud/useFilters.ts';

const setFilters = vi.fn();
let address: Record<string, unknown> = {};

function Asked({ children }: { children: ReactNode }) {
  return <PendingFilters value={usePendingFilters()}>{children}</PendingFilters>;
}

/** A list whose address says `address`, however late that is. */
const List = ({ children }: { children: ReactNode }) => (
  <ListContextProvider value={{ filterValues: address, setFilters } as unknown as ListControllerResult}>
    <Asked>{children}</Asked>
  </ListContextProvider>
);

const asked = () => setFilters.mock.lastCall?.[0];

beforeEach(() => {
  setFilters.mockClear();
  address = { record: 'old' };
});

test('a second choice, before the address has followed the first, keeps it', () => {
  const { result } = renderHook(useFilters, { wrapper: List });
  act(() => result.current.clear());
  expect(asked()).toEqual({});
  act(() => result.current.change({ action: 'sign-in' }));
  expect(asked()).toEqual({ action: 'sign-in' });
  act(() => result.current.change({ q: 'sita' }));
  expect(asked()).toEqual({ action: 'sign-in', q: 'sita' });
});

test('what the address says counts once it has changed, by Back too', () => {
  const { result, rerender } = renderHook(useFilters, { wrapper: List });
  act(() => result.current.change({ action: 'sign-in' }));
  address = { account: 'other' };
  rerender();
  act(() => result.current.change({ q: 'sita' }));
  expect(asked()).toEqual({ account: 'other', q: 'sita' });
});

test('an empty choice is no filter', () => {
  const { result } = renderHook(useFilters, { wrapper: List });
  act(() => result.current.change({ record: '', q: undefined }));
  expect(asked()).toEqual({});
});
