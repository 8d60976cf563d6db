import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ResourceProps } from 'ra-core';
import { afterEach, beforeEach, vi } from 'vitest';
import { contact } from '#schema/contact.ts';
import { createHttp } from '../../../src/core/http.ts';
import { preferences } from '../../../src/core/preferences.ts';
import { getUser } from '../../../src/core/session.ts';
import { EntityList } from '../../../src/crud/EntityList.tsx';
import { PageHeader } from '../../../src/crud/PageHeader.tsx';
import { createDataProvider } from '../../../src/dataProvider/dataProvider.ts';
import { Layout } from '../../../src/layout/Layout.tsx';
import { renderAdmin } from '../support/adminConsole.tsx';
import { type Answer, type Asked, startApi } from '../support/api.ts';
import { signInCustomer } from '../support/crudConsole.tsx';

export const id = (n: number) => `01890000-0000-7000-8000-${String(n).padStart(12, '0')}`;
export const person = (n: number, name = `Person ${n}`) => ({
  uuid: id(n),
  name,
  phone: `+97798410000${String(n).padStart(2, '0')}`,
  operator: 'ntc',
  groups: [],
  attributes: {},
  is_active: true,
  created_at: '2026-01-02T03:04:05Z',
  updated_at: '2026-01-02T03:04:05Z',
});

export const pageOf = (results: object[], count = results.length) => ({
  body: { count, next: null, previous: null, results },
});

const resources: ResourceProps[] = [
  {
    name: 'contact',
    list: <EntityList entity={contact} />,
    create: <PageHeader title="New" />,
    show: <PageHeader title="One" />,
  },
  { name: 'contact/groups', list: <PageHeader title="Groups" />, create: <PageHeader title="New group" /> },
  { name: 'sms', list: <PageHeader title="Campaigns" />, show: <PageHeader title="One campaign" /> },
  {
    name: 'sms/templates',
    list: <PageHeader title="Templates" />,
    create: <PageHeader title="New template" />,
  },
  { name: 'sms/dispatch', list: <PageHeader title="Messages" />, show: <PageHeader title="One message" /> },
  { name: 'admin/accounts', list: <PageHeader title="Accounts" />, show: <PageHeader title="One account" /> },
];

export const palette = async () => {
  const dialog = await screen.findByRole('dialog', { name: /Search or jump to|खोज्नुहोस् वा/ });
  return { dialog, box: await within(dialog).findByRole('combobox') };
};

/** A server whose answers each test gives, and the shell with the palette. */
export function setUpKeyboard() {
  let answer: (asked: Asked) => Answer;
  let api: Awaited<ReturnType<typeof startApi>>;
  function open(address: string, Shell = Layout) {
    const dataProvider = createDataProvider(createHttp({ base: api.base, onUnauthorized: () => undefined }));
    const { router } = renderAdmin({ dataProvider, address, resources, around: Shell });
    return { router, user: userEvent.setup(), path: () => router.state.location.pathname };
  }

  beforeEach(async () => {
    localStorage.clear();
    sessionStorage.clear();
    preferences.set({ language: 'en', theme: 'light', calendar: 'ad' });
    signInCustomer();
    answer = () => pageOf([]);
    api = await startApi((asked) =>
      asked.url.includes('/user/profile/') ? { body: { data: getUser() } } : answer(asked),
    );
  });

  afterEach(async () => {
    cleanup();
    vi.doUnmock('../../../src/layout/keyboard/Palette.tsx');
    vi.doUnmock('../../../src/layout/keyboard/Keyboard.tsx');
    await api.close();
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
    open,
  };
}
