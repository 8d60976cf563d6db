import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { preferences } from '../../../src/core/preferences.ts';
import { endSession, getUser, setUser, type User } from '../../../src/core/session.ts';
import { SettingsPage } from '../../../src/resources/operations/settings/SettingsPage.tsx';
import { type JsonServer, pointTo, startJsonServer } from '../support/jsonServer.ts';
import { renderPage } from '../support/messagingConsole.tsx';
import { signInStaff } from '../support/staffConsole.tsx';

let server: JsonServer;
let stored: Record<string, unknown>;
beforeAll(async () => {
  server = await startJsonServer();
  pointTo(server.base);
  server.handle(({ method, url, body }, response) => {
    if (method === 'PUT') stored = { ...stored, ...JSON.parse(body) };
    response.end(JSON.stringify({ data: url?.includes('/settings/') ? stored : getUser() }));
  });
});
afterAll(() => server.stop());
beforeEach(() => {
  signInStaff('admin');
  server.seen.length = 0;
  stored = { two_factor_roles: [], staff_idle_minutes: 60, fixed: [] };
});
afterEach(() => {
  cleanup();
  sessionStorage.clear();
  endSession();
  preferences.set({ language: 'en', digits: 'latin' });
});

const has = (enabled: boolean | undefined) =>
  setUser({
    ...(getUser() as User),
    two_factor: enabled === undefined ? undefined : { enabled, must_enrol: false },
  });
const puts = () => server.seen.filter(({ method }) => method === 'PUT').map(({ body }) => JSON.parse(body));
/** Opens the tab, ticks a role and saves. */
async function tick(name: string, save = 'Save') {
  renderPage('/admin/settings/*', <SettingsPage />, '/admin/settings/security');
  const hand = userEvent.setup();
  await hand.click(await screen.findByRole('checkbox', { name }));
  await hand.click(screen.getByRole('button', { name: save }));
  return hand;
}

test('asks administrators without a second factor before they require one of themselves', async () => {
  has(false);
  const hand = await tick('Administrators');
  const dialog = await screen.findByRole('dialog', { name: 'Require two-factor sign-in for yourself?' });
  expect(dialog.textContent).toContain('You have no second factor yet.');
  await hand.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(puts()).toEqual([]);
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Administrators' }).checked).toBe(true);
  expect(screen.queryByText(/not confirmed/)).toBeNull();
  await hand.click(screen.getByRole('button', { name: 'Save' }));
  await hand.click(await screen.findByRole('button', { name: 'Require it' }));
  await waitFor(() => expect(puts()).toEqual([{ two_factor_roles: ['admin'] }]));
});

test('asks in Nepali, too', async () => {
  preferences.set({ language: 'ne' });
  has(false);
  await tick('प्रशासक', 'सुरक्षित गर्नुहोस्');
  expect((await screen.findByRole('dialog')).textContent).toContain('दोस्रो चरण राख्नुभएको छैन');
});

test.each([
  ['they have a second factor', true, [], 'Administrators'],
  ['the server does not say whether they have one', undefined, [], 'Administrators'],
  ['it concerns others', false, [], 'Support staff'],
  ['they had to have one before', false, ['admin'], 'Support staff'],
])('asks nothing if %s', async (_, enabled, roles, name) => {
  has(enabled);
  stored.two_factor_roles = roles;
  await tick(name);
  await waitFor(() => expect(puts()).toHaveLength(1));
  expect(screen.queryByRole('dialog')).toBeNull();
});
