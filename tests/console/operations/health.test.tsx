import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { SETUP_HEALTH } from '#schema/setupHealth.ts';
import { preferences } from '../../../src/core/preferences.ts';
import { endSession, getUser } from '../../../src/core/session.ts';
import { SettingsPage } from '../../../src/resources/operations/settings/SettingsPage.tsx';
import { type JsonServer, pointTo, startJsonServer } from '../support/jsonServer.ts';
import { renderPage } from '../support/messagingConsole.tsx';
import { signInStaff } from '../support/staffConsole.tsx';

let server: JsonServer;
let checks: object[];
beforeAll(async () => {
  server = await startJsonServer();
  pointTo(server.base);
  server.handle(({ url }, response) =>
    response.end(JSON.stringify({ data: url === SETUP_HEALTH ? { checks } : getUser() })),
  );
});
afterAll(() => server.stop());
beforeEach(() => {
  signInStaff('admin');
  server.seen.length = 0;
  checks = [
    { name: 'clock', state: 'ok', reason: 'ok' },
    { name: 'scanner', state: 'note', reason: 'missing' },
    { name: 'mail', state: 'warning', reason: 'failed', values: { count: 2 } },
    { name: 'operator', state: 'error', reason: 'partly', values: { bound: 1, links: 12 } },
    { name: 'moon', state: 'warning', reason: 'eclipse' },
  ];
});
afterEach(() => {
  cleanup();
  endSession();
  preferences.set({ language: 'en', digits: 'latin' });
});

async function open() {
  renderPage('/admin/settings/*', <SettingsPage />, '/admin/settings/health');
  const heading = await screen.findByRole('heading', { level: 2 });
  return within(heading.closest('section') as HTMLElement).getAllByRole('listitem');
}

test('lists what was found, the worst first, with where to do something about it', async () => {
  const items = await open();
  expect(screen.getByRole('heading', { name: 'Something does not work' })).toBeTruthy();
  expect(items.map((item) => item.dataset.state)).toEqual(['error', 'warning', 'warning', 'note', 'ok']);
  const [operator, mail, unknown] = items as [HTMLElement, HTMLElement, HTMLElement];
  expect(operator.textContent).toContain('1 of 12 active links are connected.');
  expect(within(operator).getByRole('link').getAttribute('href')).toBe('/admin/operator-links');
  expect(mail.textContent).toContain('2 e-mails could not be sent in the last day.');
  // A later server may know more.
  expect(unknown.textContent).toContain('moon');
  expect(unknown.textContent).toContain('eclipse');
});

test('looks again when asked, and is in the reader’s language', async () => {
  await open();
  checks = [{ name: 'clock', state: 'ok', reason: 'ok' }];
  preferences.set({ language: 'ne' });
  await userEvent.setup().click(await screen.findByRole('button', { name: 'फेरि जाँच्नुहोस्' }));
  expect(await screen.findByRole('heading', { name: 'सबै ठीक छ' })).toBeTruthy();
});
