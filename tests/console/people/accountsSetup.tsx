import { cleanup } from '@testing-library/react';
import type { ResourceProps } from 'ra-core';
import { afterEach, beforeEach } from 'vitest';
import { type Account, account } from '#schema/account.ts';
import { preferences } from '../../../src/core/preferences.ts';
import { AccountShow } from '../../../src/resources/people/accounts/AccountShow.tsx';
import { type Answer, type Asked, startApi } from '../support/api.ts';
import { renderConsole } from '../support/crudConsole.tsx';
import { pointTo } from '../support/jsonServer.ts';
import { aCampaign, pageOf, uuid } from '../support/messagingConsole.tsx';
import { signInStaff } from '../support/staffConsole.tsx';

export const times = { created_at: '2026-01-02T03:04:05Z', updated_at: '2026-01-02T03:04:05Z' };
export const record: Account = {
  uuid: uuid(1),
  ...times,
  name: 'Terai Mills',
  type: 'company',
  pan: '302345678',
  address: 'Biratnagar',
  kyc_status: 'approved',
  is_active: true,
  balance: 1_250_000,
  users: 2,
  is_provider: false,
  billing: 'prepaid',
  credit_limit: 0,
  tags: [],
};

export const other: Account = { ...record, uuid: uuid(2), name: 'Himal Traders' };

const day = (n: number, sent: number) => ({
  day: `2026-01-0${n}`,
  sent,
  delivered: sent,
  failed: 0,
  parts: sent,
  amount: sent * 135.6,
});

const resources: ResourceProps[] = [
  { name: account.name, list: <p>the list</p>, show: <AccountShow />, edit: <p>the form</p> },
  { name: 'users', show: <p>the user</p> },
];

/** A server with one account, and the page that shows it. */
export function setUpAccounts() {
  let shown: Account;
  let refusal: Answer | undefined;
  let parts: number;
  let ownPrices: object[];
  let api: Awaited<ReturnType<typeof startApi>>;
  function answer({ method, url, body }: Asked): Answer {
    if (url.endsWith('/adjust/')) {
      if (refusal) return refusal;
      const { amount } = body as { amount: number };
      const before = shown.balance;
      shown = { ...shown, balance: before + amount };
      return { body: { data: { before, after: shown.balance } } };
    }
    if (url.endsWith('/deactivate/')) {
      if (refusal) return refusal;
      shown = { ...shown, is_active: false };
      return { body: { data: { signed_out: 3, paused: 1 } } };
    }
    if (url.endsWith('/activate/')) {
      shown = { ...shown, is_active: true };
      return { body: { data: shown } };
    }
    if (url.endsWith('/overview/')) {
      const prices = [{ operator: 'ntc', price: 135.6 }];
      const data = {
        held: 27_100,
        running: 1,
        parts,
        kyc: uuid(7),
        prices,
        days: [day(1, 0), day(2, 40)],
      };
      return { body: { data } };
    }
    if (url.startsWith('/v1/admin/product-pricing/')) return { body: pageOf(...ownPrices) };
    if (url.startsWith('/v1/autho/users/')) {
      const one = { uuid: uuid(20), ...times, name: 'Gita Jha', email: 'gita@terai.test', phone: null };
      return { body: pageOf({ ...one, account: shown.uuid, is_active: true, last_login_at: null }) };
    }
    if (url.startsWith('/v1/admin/campaigns/'))
      return { body: pageOf({ ...aCampaign({ status: 'cancelled', captured: 0, released: 13_560 }) }) };
    if (method === 'GET' && url === `${account.path}${record.uuid}/`) return { body: { data: shown } };
    if (url === `${account.path}${other.uuid}/`) return { body: { data: other } };
    return { body: pageOf() };
  }

  beforeEach(async () => {
    shown = record;
    refusal = undefined;
    parts = 480;
    ownPrices = [];
    preferences.set({ language: 'en' });
    api = await startApi(answer);
    pointTo(api.base);
    signInStaff('admin');
  });

  afterEach(async () => {
    cleanup();
    await api.close();
  });

  const open = (search = '') =>
    renderConsole(resources, `/admin/accounts/${record.uuid}/show${search}`, api.base);
  const asked = (path: string) => api.asked.filter(({ url }) => url.endsWith(path));
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
    get parts() {
      return parts;
    },
    set parts(value) {
      parts = value;
    },
    get ownPrices() {
      return ownPrices;
    },
    set ownPrices(value) {
      ownPrices = value;
    },
    get api() {
      return api;
    },
    open,
    asked,
  };
}
