import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { preferences } from '../../../src/core/preferences.ts';
import { endSession } from '../../../src/core/session.ts';
import { ImportShow } from '../../../src/resources/contacts/imports/ImportShow.tsx';
import { renderConsole, signInCustomer } from '../support/crudConsole.tsx';
import { type JsonServer, pointTo, startJsonServer } from '../support/jsonServer.ts';
import { uuid } from '../support/messagingConsole.tsx';

const DAY = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY).toISOString();
const AT = daysAgo(1);
let server: JsonServer;
let record: object;
/** The status that stopping fails with. */
let failing: number | undefined;

beforeAll(async () => {
  server = await startJsonServer();
  pointTo(server.base);
  server.handle(({ method }, response) =>
    method === 'POST' && failing
      ? response.writeHead(failing).end(JSON.stringify({ detail: 'Not now.', code: 'x' }))
      : response.writeHead(200).end(JSON.stringify({ data: record })),
  );
});
afterAll(() => server.stop());
beforeEach(() => {
  preferences.set({ language: 'en' });
  signInCustomer();
});
afterEach(() => {
  cleanup();
  endSession();
});

const open = (change: object) => {
  record = {
    ...{ uuid: uuid(5), file: uuid(6), file_name: 'a.xlsx', mapping: { phone: 'Mobile' }, groups: [] },
    ...{ status: 'completed', bytes: 10, bytes_read: 10, rows: 8, created: 8, updated: 0, duplicates: 0 },
    ...{
      refused: 0,
      hidden_rows: 12,
      error: null,
      finished_at: AT,
      created_at: AT,
      updated_at: AT,
      ...change,
    },
  };
  renderConsole(
    [{ name: 'contact/imports', show: <ImportShow /> }],
    `/contact/imports/${uuid(5)}/show`,
    server.base,
  );
};

test('an import tells the rows that its workbook hides, and whether they came in', async () => {
  open({});
  const note = await screen.findByText(/12 rows are hidden in the spreadsheet/);
  expect(note.textContent).toMatch(/They are imported like the others\.$/);
  cleanup();
  open({ mapping: { phone: 'Mobile', hidden_rows: 'skip' } });
  expect((await screen.findByText(/12 rows are hidden/)).textContent).toMatch(/They are not imported\.$/);
});

test.each([0, null, undefined])('of %j hidden rows nothing is said', async (hidden_rows) => {
  open({ hidden_rows });
  await screen.findByText('The import is finished.');
  expect(screen.queryByText(/hidden in the spreadsheet/)).toBeNull();
});

test('a finished import leads to a message to its contacts, for who may send', async () => {
  open({ created: 7, updated: 2 });
  const link = await screen.findByRole('link', { name: 'Send to these 9 contacts' });
  expect(link.getAttribute('href')).toBe(`/sms/bulk-sms?import=${uuid(5)}`);
  for (const change of [{ created: 0 }, { status: 'cancelled' }, { status: 'running' }, { file: null }]) {
    cleanup();
    open(change);
    await screen.findByText('Columns');
    expect(screen.queryByRole('link', { name: /^Send to/ })).toBeNull();
  }
  cleanup();
  signInCustomer((name) => name === 'bulk-sms');
  open({});
  await screen.findByText('The import is finished.');
  expect(screen.queryByRole('link', { name: /^Send to/ })).toBeNull();
});

test.each([
  ['en', 'Download skipped rows (CSV)', /for 7 days after the import/, /was deleted 7 days after the import/],
  ['ne', 'छाडिएका पङ्क्ति डाउनलोड गर्नुहोस् (CSV)', /आयातपछि 7 दिनसम्म/, /आयातको 7 दिनपछि फाइल मेटाइयो/],
] as const)(
  'skipped rows are offered as long as the file is kept (%s)',
  async (language, name, kept, gone) => {
    preferences.set({ language });
    open({ refused: 2, finished_at: daysAgo(6.9) });
    expect(await screen.findByText(kept)).toBeTruthy();
    expect(screen.getByRole('button', { name })).toBeTruthy();
    expect(screen.getByRole('link', { name: /8/ }).getAttribute('href')).toContain('import=');
    cleanup();
    open({ refused: 2, finished_at: daysAgo(7.1) });
    expect(await screen.findByText(gone)).toBeTruthy();
    expect(screen.queryByRole('button', { name })).toBeNull();
    expect(screen.queryByRole('link', { name: /8/ })).toBeNull();
    cleanup();
    open({ refused: 0, finished_at: daysAgo(7.1) });
    await screen.findByRole('link', { name: /Import another file|अर्को फाइल/ });
    expect(screen.queryByText(gone)).toBeNull();
  },
);

test.each([
  [409, 'The import was not stopped. Not now.'],
  [
    503,
    'We could not confirm that the import was stopped: Not now. Check the state on this page before you try again.',
  ],
])('an import that was not stopped says why, and whether that is known (%i)', async (status, text) => {
  failing = status;
  onTestFinished(() => {
    failing = undefined;
  });
  open({ status: 'running', finished_at: null });
  await userEvent.click(await screen.findByRole('button', { name: 'Stop the import' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Stop the import' }));
  expect(await screen.findByText(text)).toBeTruthy();
});
