import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { contactGroup } from '#schema/contactGroup.ts';
import { contactImport } from '#schema/contactImport.ts';
import { http } from '../../../src/core/http.ts';
import { preferences } from '../../../src/core/preferences.ts';
import { endSession } from '../../../src/core/session.ts';
import { ImportCreate } from '../../../src/resources/contacts/imports/ImportCreate.tsx';
import { renderConsole, signInCustomer } from '../support/crudConsole.tsx';
import { type JsonServer, pointTo, startJsonServer } from '../support/jsonServer.ts';
import { pageOf, uuid } from '../support/messagingConsole.tsx';
import { SameThread } from '../support/sheetWorker.ts';

const UPLOAD = '/v1/core/upload/file/public/';
let server: JsonServer;
/** The statuses that starting is answered with, in their order; 0: the connection breaks off. */
let answers: number[];
/** Starting is answered once this has resolved. */
let held: Promise<void> | undefined;
const posts = (path: string) => server.seen.filter(({ method, url }) => method === 'POST' && url === path);

beforeAll(async () => {
  server = await startJsonServer();
  pointTo(server.base);
  server.handle(async ({ method, url }, response) => {
    const end = (status: number, body: object) => response.writeHead(status).end(JSON.stringify(body));
    if (url === UPLOAD) return end(201, { data: { uuid: uuid(6) } });
    if (method !== 'POST') return end(200, pageOf());
    await held;
    const status = answers.shift() ?? 201;
    if (status === 0) return response.socket?.destroy();
    end(
      status,
      status < 300
        ? { data: { uuid: uuid(5) } }
        : { detail: 'Not now.', code: 'x', request_id: `id-of-${status}` },
    );
  });
});
afterAll(() => server.stop());
beforeEach(() => {
  vi.stubGlobal('Worker', SameThread);
  preferences.set({ language: 'en' });
  signInCustomer();
  server.seen.length = 0;
  answers = [];
  held = undefined;
});
afterEach(() => {
  cleanup();
  endSession();
  vi.unstubAllGlobals();
});

/** The page with a file of one contact, whose import is asked for. */
async function start() {
  const page = renderConsole(
    [
      {
        name: contactImport.name,
        list: <p>the imports</p>,
        create: <ImportCreate />,
        show: <p>the import</p>,
      },
      { name: contactGroup.name },
    ],
    `/${contactImport.name}/create`,
    server.base,
  );
  const file = new File(['Mobile,Name\n9841000001,Sita\n'], 'people.csv', { type: 'text/csv' });
  await userEvent.upload(await screen.findByLabelText('Choose a file'), file);
  await press();
  return page;
}
const press = async () => userEvent.click(await screen.findByRole('button', { name: 'Import 1 contact' }));
const NOT_STARTED = /The import did not start/;
const MAYBE = /We could not confirm that the import started/;

test('an unanswered start may have begun the import: it is told, and tried again under the same key', async () => {
  answers = [0, 429, 503];
  await start();
  const seen = posts(contactImport.path);
  for (const times of [1, 2, 3]) {
    await waitFor(() => expect(posts(contactImport.path)).toHaveLength(times));
    const alert = await screen.findByText(MAYBE);
    const link = within(alert).getByRole('link', { name: 'Show the imports' });
    expect(link.getAttribute('href')).toBe(`/${contactImport.name}`);
    expect(screen.queryByText(NOT_STARTED)).toBeNull();
    await press();
  }
  await screen.findByText('the import');
  const keys = new Set(
    [...seen, ...posts(contactImport.path)].map(({ headers }) => headers['idempotency-key']),
  );
  expect(keys.size).toBe(1);
  expect(posts(UPLOAD)).toHaveLength(1);
});

test('a start that the server failed at names its request', async () => {
  answers = [500];
  await start();
  expect((await screen.findByText(MAYBE)).textContent).toContain('id-of-500');
});

test('a refused start changed nothing', async () => {
  answers = [409];
  await start();
  const { textContent: told } = await screen.findByText(NOT_STARTED);
  expect(told).toContain('Not now.');
  expect(told).not.toContain('id-of-409');
  expect(screen.queryByText(MAYBE)).toBeNull();
});

test('an import that is being started is not stopped, nor by leaving, which says that it may run', async () => {
  const answer = Promise.withResolvers<void>();
  held = answer.promise;
  const { router } = await start();
  await waitFor(() => expect(posts(contactImport.path)).toHaveLength(1));
  expect(screen.getByRole('button', { name: 'Stop' })).toHaveProperty('disabled', true);
  void router.navigate(`/${contactImport.name}`);
  const dialog = await screen.findByRole('dialog', { name: 'Leave this page?' });
  expect(dialog.textContent).toContain('may have started');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Leave' }));
  await screen.findByText('the imports');
  answer.resolve();
  // Answered after the start, which must not call its user back.
  await http.json(contactGroup.path);
  expect(router.state.location.pathname).toBe(`/${contactImport.name}`);
});
