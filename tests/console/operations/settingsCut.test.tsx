import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { endSession, getUser } from '../../../src/core/session.ts';
import { SettingsPage } from '../../../src/resources/operations/settings/SettingsPage.tsx';
import { type JsonServer, pointTo, startJsonServer } from '../support/jsonServer.ts';
import { renderPage } from '../support/messagingConsole.tsx';
import { signInStaff } from '../support/staffConsole.tsx';

let server: JsonServer;
beforeAll(async () => {
  server = await startJsonServer();
  pointTo(server.base);
  server.handle(({ method, url }, response) => {
    if (method === 'PUT') {
      response.writeHead(200, { 'content-length': 100 });
      return response.write('{"data":', () => response.socket?.destroy());
    }
    const sending = { approval_above: null, consecutive_numbers: 20, fixed: [] };
    response.end(JSON.stringify({ data: url.endsWith('/sending/') ? sending : getUser() }));
  });
});
afterAll(() => server.stop());
afterEach(() => {
  cleanup();
  sessionStorage.clear();
  endSession();
});

test('an answer that breaks off is told, and what was typed stays', async () => {
  signInStaff('admin');
  renderPage('/admin/settings/*', <SettingsPage />, '/admin/settings');
  const above = await screen.findByLabelText<HTMLInputElement>(/^Require approval above/);
  await userEvent.type(above, '500');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/could not be reached|No answer from/)).toBeTruthy();
  expect(above.value).toBe('500');
});
