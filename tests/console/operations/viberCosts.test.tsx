import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { preferences } from '../../../src/core/preferences.ts';
import { endSession } from '../../../src/core/session.ts';
import { operatorLink } from '../../../src/resources/operations/operatorLinks/index.tsx';
import { startApi } from '../support/api.ts';
import { renderConsole } from '../support/crudConsole.tsx';
import { pointTo } from '../support/jsonServer.ts';
import { aLink } from '../support/linksData.ts';
import { signInStaff } from '../support/staffConsole.tsx';

let link: Partial<ReturnType<typeof aLink>>;
let api: Awaited<ReturnType<typeof startApi>>;
const cost = {
  uuid: '01900000-0000-7000-8000-000000000001',
  ...{ price: 80, status: 'in-force', valid_from: '2026-01-01T18:15:00Z' },
};

beforeEach(async () => {
  preferences.set({ language: 'en', digits: 'latin', calendar: 'ad' });
  signInStaff('admin');
  api = await startApi(({ url }) => ({ body: { data: url.includes('/costs/') ? [cost] : link } }));
  pointTo(api.base);
});
afterEach(async () => {
  cleanup();
  endSession();
  await api.close();
});

const { channel: _, ...ofOlderServer } = aLink();
const aMessage = ['Price per message (Rs.)', /each accepted Viber message,/, 'Price per part (Rs.)'] as const;
const aPart = ['Price per part (Rs.)', /each accepted message part,/, 'Price per message (Rs.)'] as const;
test.each([
  ['a Viber link is per message', aLink({ kind: 'http', channel: 'viber' }), aMessage],
  ['a link of SMS is per part', aLink({ kind: 'http', channel: 'sms' }), aPart],
  ['a link of a server without channels is per part', ofOlderServer, aPart],
])('the cost of %s', async (_, given, [label, text, other]) => {
  link = given;
  renderConsole(
    [{ name: 'admin/operator-links', ...operatorLink }],
    `/admin/operator-links/${aLink().uuid}/show`,
    api.base,
  );
  const panel = within(await screen.findByRole('region', { name: 'Cost price' }));
  expect((await panel.findByRole('columnheader', { name: label })).textContent).toBe(label);
  expect(panel.getByLabelText(label)).toBeTruthy();
  expect(panel.getByText(text)).toBeTruthy();
  expect(panel.queryByText(other)).toBeNull();
});
