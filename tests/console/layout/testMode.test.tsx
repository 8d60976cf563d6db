import { act, cleanup, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Role, roles } from '#schema/permissions.ts';
import { PHONE } from '../../../src/core/look.ts';
import { preferences } from '../../../src/core/preferences.ts';
import { endSession, setUser } from '../../../src/core/session.ts';
import type { ConsoleDataProvider } from '../../../src/dataProvider/dataProvider.ts';
import { Layout } from '../../../src/layout/Layout.tsx';
import { renderAdmin } from '../support/adminConsole.tsx';
import { pointTo } from '../support/jsonServer.ts';
import { newSession } from '../support/newSession.ts';

const aUser = (role: Role, sending?: 'operator' | 'simulator' | 'none') => ({
  uuid: '0190a000-0000-7000-8000-000000000001',
  name: 'Sita Sharma',
  role,
  wallet: { balance: 0 },
  ui_permissions: roles[role].map(([one, verb]): [string, 'get' | 'post'] => [one, verb]),
  ...(sending && { sending }),
});

beforeEach(() => {
  pointTo('');
  newSession();
});
afterEach(() => {
  cleanup();
  endSession();
  vi.unstubAllGlobals();
  preferences.set({ language: 'en' });
});

const open = () =>
  renderAdmin({
    dataProvider: {} as ConsoleDataProvider,
    address: '/sms',
    resources: [{ name: 'sms', list: () => <h1>Campaigns</h1> }],
    around: Layout,
  });
const bar = () => screen.queryByRole('region', { name: /^(Test mode|परीक्षण मोड)$/ });

describe('the test mode bar', () => {
  test.each([
    ['simulator', 'en', 'Test mode: messages go to the simulator, nobody receives them'],
    ['simulator', 'ne', 'परीक्षण मोड: सन्देश सिमुलेटरमा जान्छन्, कसैको फोनमा पुग्दैनन्'],
    ['none', 'en', 'No operator is connected: messages cannot be sent'],
    ['none', 'ne', 'कुनै अपरेटर जोडिएको छैन: सन्देश पठाउन मिल्दैन'],
  ] as const)('says on every page what happens to messages (%s, %s)', async (sending, language, text) => {
    preferences.set({ language });
    setUser(aUser('customer', sending));
    open();
    await screen.findByRole('heading', { name: 'Campaigns' });
    const found = bar() as HTMLElement;
    expect(found.textContent?.trim()).toBe(text);
    // A customer cannot connect an operator.
    expect(within(found).queryByRole('link')).toBeNull();
  });

  test('links to the operator links for users who may add one', async () => {
    setUser(aUser('admin', 'simulator'));
    open();
    await screen.findByRole('heading', { name: 'Campaigns' });
    const link = within(bar() as HTMLElement).getByRole('link', { name: 'Connect an operator' });
    expect(link.getAttribute('href')).toBe('/admin/operator-links/create');
  });

  test('is one link on a phone, where there is room for one sentence', async () => {
    vi.stubGlobal('matchMedia', (query: string) =>
      Object.assign(new EventTarget(), { matches: query === PHONE }),
    );
    setUser(aUser('admin', 'simulator'));
    open();
    await screen.findByRole('heading', { name: 'Campaigns' });
    const found = bar() as HTMLElement;
    expect(found.textContent).toBe('Test mode: messages go to the simulator, nobody receives them');
    const link = within(found).getByRole('link', { name: `${found.textContent}. Connect an operator` });
    expect(link.getAttribute('href')).toBe('/admin/operator-links/create');
  });

  test('goes as soon as the profile names an operator, and is not there where the server says nothing', async () => {
    setUser(aUser('customer', 'simulator'));
    open();
    await screen.findByRole('heading', { name: 'Campaigns' });
    expect(bar()).toBeTruthy();
    act(() => setUser(aUser('customer', 'operator')));
    expect(bar()).toBeNull();
    act(() => setUser(aUser('customer')));
    expect(bar()).toBeNull();
  });
});
