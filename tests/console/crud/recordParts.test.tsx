import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { entityOf } from '../../../src/core/entities.ts';
import { preferences } from '../../../src/core/preferences.ts';
import { endSession } from '../../../src/core/session.ts';
import { EntityShow } from '../../../src/crud/EntityShow.tsx';
import { renderConsole } from '../support/crudConsole.tsx';
import { type JsonServer, pointTo, startJsonServer } from '../support/jsonServer.ts';
import { signInStaff } from '../support/linksData.ts';
import { uuid } from '../support/messagingConsole.tsx';

const ID = uuid(1);
const times = { created_at: '2026-01-02T03:04:05Z', updated_at: '2026-01-02T03:04:05Z' };
let server: JsonServer;
let status: number;
let broken: boolean;

beforeAll(async () => {
  server = await startJsonServer();
  pointTo(server.base);
  server.handle((_, response) => {
    const data = { uuid: ID, keyword: 'casino', is_active: true, ...times };
    const body = status === 200 ? { data } : { detail: 'It broke.' };
    response.writeHead(status).end(JSON.stringify(body));
  });
});
afterAll(() => server.stop());
beforeEach(() => {
  preferences.set({ language: 'en', calendar: 'ad', digits: 'latin' });
  signInStaff('admin');
  [status, broken] = [200, true];
});
afterEach(() => {
  cleanup();
  endSession();
});

const More = () => {
  if (broken) throw new Error('broken on purpose');
  return <p>More of it</p>;
};
const show = <EntityShow entity={entityOf('admin/blocked-keywords')} after={() => <More />} />;
const open = () =>
  renderConsole(
    [{ name: 'admin/blocked-keywords', show }],
    `/admin/blocked-keywords/${ID}/show`,
    server.base,
  );
const labels = () => [...document.querySelectorAll('.crud-record dt')].map(({ textContent }) => textContent);

test('a part that breaks is named, can be tried again, and the record is there all the same', async () => {
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => {});
  open();
  expect(await screen.findByText('A part of this page could not be loaded')).toBeTruthy();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('casino');
  broken = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('More of it')).toBeTruthy();
  expect(screen.queryByText('A part of this page could not be loaded')).toBeNull();
  quiet.mockRestore();
});

test('while a record is loading, its fields’ names are where they will be', async () => {
  broken = false;
  const release = server.hold();
  open();
  await waitFor(() => expect(labels().length).toBeGreaterThan(0));
  const before = labels();
  expect(before).toContain('Keyword');
  expect(screen.queryByRole('term')).toBeNull();
  release();
  expect(await screen.findAllByRole('term')).toBeTruthy();
  expect(labels()).toEqual(before);
});

test('a record that cannot be loaded is named', async () => {
  status = 500;
  open();
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toMatch(/^Blocked keyword could not be loaded/);
  expect(alert.textContent).toContain('It broke.');
});
