import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { preferences } from '../../../src/core/preferences.ts';
import { endSession } from '../../../src/core/session.ts';
import { senderIdentity } from '../../../src/resources/messaging/senderIdentities/index.tsx';
import { renderConsole, signInCustomer } from '../support/crudConsole.tsx';
import { type JsonServer, pointTo, startJsonServer } from '../support/jsonServer.ts';
import { aSender, uuid } from '../support/messagingConsole.tsx';

let server: JsonServer;
let sender: Record<string, unknown>;
beforeEach(async () => {
  preferences.set({ language: 'en', calendar: 'ad' });
  server = await startJsonServer();
  pointTo(server.base);
  server.handle((_, response) => response.writeHead(200).end(JSON.stringify({ data: sender })));
  sender = {
    ...{ ...aSender(5, 'HIMAL'), status: 'rejected', purpose: 'Offers', document: null, approvals: [] },
    reason: 'This name belongs to somebody else. Choose one of your own.',
  };
});
afterEach(async () => {
  cleanup();
  endSession();
  await server.stop();
});
const open = () =>
  renderConsole(
    [{ name: 'sms/sender-identities', ...senderIdentity }],
    `/sms/sender-identities/${uuid(5)}/show`,
    server.base,
  );

it('a rejected sender ID says why, and leads to the next request', async () => {
  signInCustomer();
  open();
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toMatch(
    /was not approved.*Reason: This name belongs to somebody else.*Request it again/,
  );
  expect(screen.getByRole('link', { name: 'Request a sender ID' }).getAttribute('href')).toBe(
    '/sms/sender-identities/create',
  );
  expect(screen.getAllByText(/belongs to somebody else/)).toHaveLength(1);
});

it('without a reason, and to users who may request none, it says only what it is', async () => {
  signInCustomer((name, verb) => name === 'sms-list' && verb === 'post');
  sender = { ...sender, reason: null };
  open();
  expect((await screen.findByRole('alert')).textContent).not.toContain('Reason');
});
