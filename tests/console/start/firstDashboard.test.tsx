import { screen } from '@testing-library/react';
import { Route } from 'react-router-dom';
import { beforeEach, expect, test } from 'vitest';
import { forgetAhead } from '../../../src/core/ahead.ts';
import { apiUrl } from '../../../src/core/config.ts';
import { http } from '../../../src/core/http.ts';
import { getUser, setUser, type User } from '../../../src/core/session.ts';
import { createDataProvider } from '../../../src/dataProvider/dataProvider.ts';
import { freshAtFirst } from '../../../src/layout/queryClient.ts';
import { Dashboard } from '../../../src/resources/dashboard/Dashboard.tsx';
import { startDashboard } from '../../../src/start/firstDashboard.ts';
import { startFirst } from '../../../src/start/firstList.ts';
import { open, setUpDashboard } from '../dashboard/dashboardSetup.tsx';
import { renderAdmin } from '../support/adminConsole.tsx';
import { pointTo } from '../support/jsonServer.ts';

const setup = setUpDashboard();
const { asked } = setup;
beforeEach(forgetAhead);

const be = (change: Partial<User>) => setUser({ ...(getUser() as User), ...change });

/** The dashboard as App.tsx has it. */
const render = () =>
  renderAdmin({
    dataProvider: createDataProvider(http),
    address: '/',
    pages: <Route path="/" element={<Dashboard />} />,
    around: ({ children }) => children,
  });

test('figures that have come ahead are drawn at once, and nothing is asked for again', async () => {
  await startFirst(new URL('http://console.test/'));
  render();
  expect(screen.getByRole('heading', { name: 'Sent this month' }).parentElement?.textContent).toContain(
    '1,200',
  );
  expect(await screen.findByRole('link', { name: /Dues/ })).toBeTruthy();
  await http.json('/v1/last/');
  expect([asked('/v1/core/dashboard/'), asked('/v1/sms/compose/?')]).toEqual([1, 1]);
});

test('figures that are still on their way are waited for, and asked for once', async () => {
  const here = startDashboard();
  open();
  expect(await screen.findByRole('link', { name: /Dues/ })).toBeTruthy();
  await here;
  expect([asked('/v1/core/dashboard/'), asked('/v1/sms/compose/?')]).toEqual([1, 1]);
});

test('a failure is asked for again by the page, which tells of it', async () => {
  setup.answer.status = 500;
  await startDashboard();
  open();
  expect(await screen.findByText('It broke.')).toBeTruthy();
  expect(asked('/v1/core/dashboard/')).toBe(2);
});

test('nothing is asked for that the user may not read, nor as nobody', async () => {
  be({ ui_permissions: [] });
  await startDashboard();
  setUser(null);
  await startDashboard();
  expect([asked('/v1/core/dashboard/'), asked('/v1/')]).toEqual([1, 1]);
});

test('a server that has no dashboard is not asked for one', async () => {
  pointTo(apiUrl(), []);
  await startDashboard();
  expect([asked('/v1/core/dashboard/'), asked('/v1/sms/compose/')]).toEqual([0, 1]);
});

test('staff ask for the provider’s figures if they may read them', async () => {
  const campaigns: [string, 'get'] = ['campaign-list', 'get'];
  be({ role: 'admin', ui_permissions: [['dashboard-summary', 'get'], campaigns] });
  await startDashboard();
  const found = () => ['/v1/admin/dashboard-summary/', '/v1/core/dashboard/', '/v1/sms/'].map(asked);
  expect(found()).toEqual([1, 0, 1]);
  forgetAhead();
  be({ role: 'support', ui_permissions: [campaigns] });
  await startDashboard();
  expect(found()).toEqual([1, 0, 2]);
});

test('nothing that has come ahead is fresh after a change', async () => {
  const state = { dataUpdateCount: 0, dataUpdatedAt: Date.now() };
  await http.json('/v1/core/contacts/', { body: {} });
  expect(freshAtFirst({ state })).toBe(0);
});

test('only what has come ahead is not asked for again when the page comes back', () => {
  const after = (dataUpdateCount: number) =>
    freshAtFirst({ state: { dataUpdateCount, dataUpdatedAt: Date.now() + 1 } });
  expect([after(0), after(1)]).toEqual([5000, 0]);
});
