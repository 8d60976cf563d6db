import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { preferences } from '../../../src/core/preferences.ts';
import { endSession } from '../../../src/core/session.ts';
import { ExportShow } from '../../../src/resources/people/exports/ExportShow.tsx';
import { startApi } from '../support/api.ts';
import { renderConsole, signInCustomer } from '../support/crudConsole.tsx';
import { pointTo } from '../support/jsonServer.ts';
import { uuid } from '../support/messagingConsole.tsx';

const NAME = 'settings/exports';
const data = {
  ...{ uuid: uuid(1), file_name: 'Himal Traders 2026-03-05.zip', status: 'failed', rows: 1015, size: null },
  ...{ error: null, finished_at: '2026-03-04T20:00:00Z', expires_at: null },
  ...{ created_at: '2026-03-04T19:59:00Z', updated_at: '2026-03-04T20:00:00Z' },
};

let status: string;
let api: Awaited<ReturnType<typeof startApi>>;
beforeEach(async () => {
  preferences.set({ language: 'en', calendar: 'ad', digits: 'latin' });
  signInCustomer();
  status = 'failed';
  api = await startApi(({ url }) =>
    url.endsWith('/download/')
      ? { status: 503, body: { detail: 'Not now.' } }
      : { body: { data: { ...data, status } } },
  );
  pointTo(api.base);
});
afterEach(async () => {
  cleanup();
  endSession();
  await api.close();
});

test('an export that failed says when it ended, not since when it is ready', async () => {
  renderConsole([{ name: NAME, show: <ExportShow /> }], `/${NAME}/${uuid(1)}/show`, api.base);
  expect(await screen.findByText('Finished')).toBeTruthy();
  expect(document.body.textContent).not.toContain('Ready');
});

test('a file that could not be downloaded is not said to be an export that failed', async () => {
  status = 'completed';
  renderConsole([{ name: NAME, show: <ExportShow /> }], `/${NAME}/${uuid(1)}/show`, api.base);
  await userEvent.click(await screen.findByRole('button', { name: 'Download' }));
  expect(await screen.findByText('The file could not be downloaded. Not now.')).toBeTruthy();
});
