import { cleanup, screen, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { getUser } from '../../../src/core/session.ts';
import { activeRoute, visibleMenu } from '../../../src/layout/menu.ts';
import { Menu } from '../../../src/layout/Sidebar.tsx';
import { type JsonServer, pointTo, startJsonServer } from '../support/jsonServer.ts';
import { signInStaff } from '../support/linksData.ts';
import { renderPage } from '../support/messagingConsole.tsx';

let server: JsonServer;
beforeAll(async () => {
  server = await startJsonServer();
  pointTo(server.base);
  server.handle((_, response) => response.writeHead(200).end(JSON.stringify({ data: getUser() })));
});
afterAll(() => server.stop());
beforeEach(() => signInStaff('admin'));
afterEach(cleanup);

test('entries have an icon, and entries in a group have none, so that their words are in line', async () => {
  renderPage('/', <Menu />);
  const menu = await screen.findByRole('navigation');
  const hasIcon = (name: string): boolean =>
    within(menu).getByRole('link', { name, hidden: true }).querySelector('svg') !== null;
  expect(['Dashboard', 'Contact', 'User'].map(hasIcon)).toEqual([true, true, true]);
  expect(['Reports', 'Audit Log', 'Provider Settings'].map(hasIcon)).toEqual([false, false, false]);
});

test('the page of a failover belongs to the operator links', () => {
  expect(activeRoute('/admin/failover', visibleMenu())).toBe('admin/operator-links');
});
