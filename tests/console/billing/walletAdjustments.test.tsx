import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { WalletAdjustment } from '#schema/walletAdjustment.ts';
import { preferences } from '../../../src/core/preferences.ts';
import { getUser } from '../../../src/core/session.ts';
import {
  creditLimitChange,
  walletAdjustment as walletAdjustmentResource,
} from '../../../src/resources/billing/wallets/index.tsx';
import { startApi } from '../support/api.ts';
import { renderConsole } from '../support/crudConsole.tsx';
import { pointTo } from '../support/jsonServer.ts';
import { pageOf, uuid } from '../support/messagingConsole.tsx';
import { signInStaff } from '../support/staffConsole.tsx';

const asked = (n: number, change: Partial<WalletAdjustment> = {}): WalletAdjustment => ({
  ...{ uuid: uuid(n), account: uuid(1), account_name: 'Terai Mills', amount: -7_500_000, reason: 'Refund' },
  ...{ status: 'pending', asked_by: uuid(70), asked_by_name: 'Asha Gurung', decided_by_name: null },
  ...{ decided_at: null, note: null, created_at: '2026-01-02T03:04:05Z', updated_at: '2026-01-02T03:04:05Z' },
  ...change,
});

let rows: WalletAdjustment[];
let api: Awaited<ReturnType<typeof startApi>>;

beforeEach(async () => {
  rows = [asked(10)];
  api = await startApi(({ method }) => {
    if (method === 'GET') return { body: pageOf(...rows) };
    rows = rows.map((row) => ({ ...row, status: 'confirmed' as const }));
    return { body: { data: rows[0] } };
  });
  pointTo(api.base);
  preferences.set({ language: 'en', calendar: 'ad', digits: 'latin' });
  signInStaff('admin');
});
afterEach(async () => {
  cleanup();
  await api.close();
});

const open = () =>
  renderConsole(
    [{ name: 'admin/wallet-adjustments', ...walletAdjustmentResource }],
    '/admin/wallet-adjustments',
    api.base,
  );
const posts = () => api.asked.filter(({ method }) => method === 'POST').map(({ url, body }) => [url, body]);
const confirmButton = () =>
  screen.queryByRole('button', { name: /^Confirm −Rs\.\s75,000\.00 for Terai Mills/ });

test('a second person sees who asked for what, and confirms it', async () => {
  open();
  await waitFor(() => expect(confirmButton()).toBeTruthy());
  await userEvent.click(confirmButton()!);
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toMatch(
    /Asha Gurung requested to change the balance of Terai Mills by −Rs\.\s75,000\.00\. Reason: Refund/,
  );
  await userEvent.click(within(dialog).getByRole('button', { name: 'Confirm' }));
  await screen.findByText(/The balance of Terai Mills was changed/);
  expect(posts()).toEqual([[`/v1/admin/wallet-adjustments/${uuid(10)}/confirm/`, undefined]]);
});

test('who asked cannot confirm it, and rejects it with a reason', async () => {
  rows = [asked(10, { asked_by: getUser()?.uuid ?? '' })];
  open();
  const reject = await screen.findByRole('button', { name: /^Reject −Rs\.\s75,000\.00 for Terai Mills/ });
  expect(confirmButton()).toBeNull();
  expect(
    screen.getByText(/^You cannot confirm your own requests\. Another administrator must confirm them\./),
  ).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Invite an administrator' }).getAttribute('href')).toBe(
    '/users/create?role=admin',
  );
  await userEvent.click(reject);
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Reject' }));
  expect(within(dialog).getByText('Required')).toBeTruthy();
  await userEvent.type(within(dialog).getByLabelText(/Reason/), 'Wrong account');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Reject' }));
  await waitFor(() =>
    expect(posts()).toEqual([
      [`/v1/admin/wallet-adjustments/${uuid(10)}/reject/`, { reason: 'Wrong account' }],
    ]),
  );
});

test('what was decided has no buttons', async () => {
  rows = [asked(10, { status: 'rejected', decided_by_name: 'Bikash Rai', note: 'Wrong account' })];
  open();
  expect(await screen.findByText('by Bikash Rai: Wrong account')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /for Terai Mills/ })).toBeNull();
});

test('a raised credit limit that waits is confirmed by a second person', async () => {
  rows = [{ ...asked(10), former: 0, credit_limit: 2_500_000 } as WalletAdjustment];
  renderConsole([{ name: 'admin/credit-limits', ...creditLimitChange }], '/admin/credit-limits', api.base);
  await userEvent.click(
    await screen.findByRole('button', { name: /^Confirm Rs\.\s25,000\.00 for Terai Mills/ }),
  );
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toMatch(
    /Asha Gurung requested to raise the credit limit of Terai Mills from Rs\.\s0\.00 to Rs\.\s25,000\.00\./,
  );
  await userEvent.click(within(dialog).getByRole('button', { name: 'Confirm' }));
  await screen.findByText(/The credit limit of Terai Mills is now Rs\.\s25,000\.00/);
  expect(posts()).toEqual([[`/v1/admin/credit-limits/${uuid(10)}/confirm/`, undefined]]);
});
