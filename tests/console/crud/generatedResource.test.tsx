import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { endSession } from '../../../src/core/session.ts';
import { generatedResource } from '../../../src/crud/generatedResource.ts';
import { renderConsole, signInCustomer } from '../support/crudConsole.tsx';
import { type JsonServer, pointTo, startJsonServer } from '../support/jsonServer.ts';
import { pageOf, uuid } from '../support/messagingConsole.tsx';

let server: JsonServer;
beforeAll(async () => {
  server = await startJsonServer();
  pointTo(server.base);
});
afterAll(() => server.stop());
afterEach(() => {
  cleanup();
  endSession();
});

const template = { schema: () => import('#schema/template.ts') };
const times = { created_at: '2026-01-02T03:04:05Z', updated_at: '2026-01-02T03:04:05Z' };
const record = { uuid: uuid(1), name: 'Dues', body: 'Please pay', ...times };
const open = (address: string) =>
  renderConsole([generatedResource('sms/templates', template)], address, server.base);

test('has the views that the entity allows', () => {
  const viewsOf = (resource: object) => Object.keys(resource).sort();
  expect(viewsOf(generatedResource('sms/templates', template))).toEqual(
    ['name', 'recordRepresentation', 'list', 'show', 'create', 'edit'].sort(),
  );
  const readOnly = generatedResource('wallet/history', { schema: () => import('#schema/wallet.ts') });
  expect(viewsOf(readOnly)).toEqual(['name', 'recordRepresentation', 'list', 'show'].sort());
});

test('its list and its record page show the fields of the schema', async () => {
  signInCustomer();
  server.reply(200, pageOf(record));
  open('/sms/templates');
  expect(await screen.findByRole('link', { name: 'Dues' })).toBeTruthy();
  cleanup();
  server.reply(200, { data: record });
  open(`/sms/templates/${record.uuid}/show`);
  expect(await screen.findByText('Please pay')).toBeTruthy();
});

test('its form checks what is typed by the schema, and names the faults', async () => {
  const user = userEvent.setup();
  signInCustomer();
  open('/sms/templates/create');
  const name = await screen.findByLabelText(/^Name/);
  const before = server.seen.length;
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findAllByText('Required')).toHaveLength(2);
  expect(name.getAttribute('aria-invalid')).toBe('true');
  expect(server.seen).toHaveLength(before);
});

test('a schema module without the entity is reported by its name', async () => {
  signInCustomer();
  const wrong = generatedResource('sms/templates', { schema: () => import('#schema/phone.ts') });
  const shown = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  renderConsole([wrong], '/sms/templates/create', server.base);
  await waitFor(() => expect(shown.mock.calls.join()).toContain('The schema module of "sms/templates"'));
  shown.mockRestore();
});
