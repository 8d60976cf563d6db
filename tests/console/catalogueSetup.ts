import { cleanup } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { Pair } from '#schema/permissions.ts';
import type { ActivePrices } from '#schema/productPricing.ts';
import { preferences } from '../../src/core/preferences.ts';
import { endSession, setUser } from '../../src/core/session.ts';
import { type Answer, type Asked, startApi } from './support/api.ts';
import { pointTo } from './support/jsonServer.ts';
import { newSession } from './support/newSession.ts';

export const uuid = (n: number): string => `01890000-0000-7000-8000-${String(n).padStart(12, '0')}`;
export const base = { uuid: uuid(1), created_at: '2026-01-02T03:04:05Z', updated_at: '2026-01-02T03:04:05Z' };
export const pages = (...results: object[]) => ({
  count: results.length,
  next: null,
  previous: null,
  results,
});
export function signIn(...pairs: Pair[]): void {
  newSession();
  setUser({
    uuid: uuid(91),
    name: 'Asha Gurung',
    email: 'admin@demo.test',
    phone: null,
    role: 'admin',
    account: { uuid: uuid(90), name: 'Demo Provider', type: 'company', kyc_status: 'none' },
    wallet: { balance: 0 },
    ui_permissions: pairs.map(([name, verb]) => [name, verb]),
  });
}

export const active: ActivePrices['prices'][number] = {
  operator: 'ntc',
  price: 120.1234,
  release_undelivered: false,
  valid_from: '2026-01-02T03:04:05Z',
  pricing: uuid(1),
  own: false,
  any_operator: true,
  next: { price: 150, valid_from: '2040-01-01T04:15:00Z' },
};

/** A server whose answers each test gives, and staff who are signed in. */
export function setUpCatalogue() {
  let answer: (asked: Asked) => Answer;
  let api: Awaited<ReturnType<typeof startApi>>;
  beforeAll(async () => {
    api = await startApi((asked) => answer(asked));
    pointTo(api.base);
  });

  afterAll(() => api.close());
  beforeEach(() => {
    api.asked.length = 0;
  });
  afterEach(() => {
    cleanup();
    endSession();
    sessionStorage.clear();
    preferences.set({ language: 'en' });
  });

  return {
    get answer() {
      return answer;
    },
    set answer(value) {
      answer = value;
    },
    get api() {
      return api;
    },
  };
}
