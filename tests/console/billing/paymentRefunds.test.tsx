import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { PaymentRefund } from '#schema/paymentRefund.ts';
import { preferences } from '../../../src/core/preferences.ts';
import { paymentRefund as paymentRefundResource } from '../../../src/resources/billing/paymentRefunds/index.tsx';
import { startApi } from '../support/api.ts';
import { renderConsole } from '../support/crudConsole.tsx';
import { pointTo } from '../support/jsonServer.ts';
import { pageOf, uuid } from '../support/messagingConsole.tsx';
import { signInStaff } from '../support/staffConsole.tsx';

const times = { created_at: '2026-01-02T03:04:05Z', updated_at: '2026-01-02T03:04:05Z' };
const seen = (change: Partial<PaymentRefund> = {}): PaymentRefund => ({
  ...{ uuid: uuid(10), account: uuid(1), account_name: 'Terai Mills', payment: uuid(5), method: 'esewa' },
  ...{ amount: 250_000, kind: 'part', payment_status: 'confirmed', status: 'open' },
  ...{ handled_by_name: null, handled_at: null, note: null, ...times },
  ...change,
});

let rows: PaymentRefund[];
let refusal: object | undefined;
let api: Awaited<ReturnType<typeof startApi>>;

beforeEach(async () => {
  rows = [seen()];
  refusal = undefined;
  api = await startApi(({ method }) => {
    if (method === 'GET') return { body: pageOf(...rows) };
    if (refusal) return { status: 409, body: refusal };
    rows = rows.map((row) => ({ ...row, status: 'handled' as const, note: 'Adjusted' }));
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
    [{ name: 'admin/payment-refunds', ...paymentRefundResource }],
    '/admin/payment-refunds',
    api.base,
  );
const posts = () => api.asked.filter(({ method }) => method === 'POST').map(({ url, body }) => [url, body]);
const handleButton = () =>
  screen.findByRole('button', { name: /^Mark the refund of Rs\.\s2,500\.00 for Terai Mills as handled$/ });

test('a refund leads to its payment, and is handled with a note', async () => {
  open();
  await userEvent.click(await handleButton());
  expect(
    screen.getByRole('link', { name: 'Rs.\u00a02,500.00', hidden: true }).getAttribute('href'),
  ).toContain(`/admin/payment-references/${uuid(5)}/show`);
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/eSewa has refunded part of the payment of Rs.\s2,500.00/)).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Mark as handled' }));
  expect(dialog.getByText('Required')).toBeTruthy();
  expect(posts()).toEqual([]);
  await userEvent.type(dialog.getByLabelText(/Action taken/), ' Adjusted ');
  await userEvent.click(dialog.getByRole('button', { name: 'Mark as handled' }));
  expect(await screen.findByText('The refund for Terai Mills is marked as handled.')).toBeTruthy();
  const path = `/v1/admin/payment-reference/refunds/${uuid(10)}/handle/`;
  expect(posts()).toEqual([[path, { note: 'Adjusted' }]]);
});

test('a refusal by the server is shown in its own words', async () => {
  refusal = { detail: 'This refund is already handled. Nothing was changed.', code: 'conflict' };
  open();
  await userEvent.click(await handleButton());
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.type(dialog.getByLabelText(/Action taken/), 'Adjusted');
  await userEvent.click(dialog.getByRole('button', { name: 'Mark as handled' }));
  expect(await screen.findByText(/is already handled/)).toBeTruthy();
});

test('users who may only read have no button, and a handled refund says who did what', async () => {
  signInStaff('support');
  rows = [
    seen(),
    seen({ uuid: uuid(11), status: 'handled', handled_by_name: 'Bikash Rai', note: 'Adjusted' }),
  ];
  open();
  expect(await screen.findByText('by Bikash Rai: Adjusted')).toBeTruthy();
  await waitFor(() => expect(screen.getAllByText('Terai Mills')).toHaveLength(2));
  expect(screen.queryByRole('button', { name: /Mark the refund/ })).toBeNull();
});

test('says that nothing waits, and has the earlier ones without the filter', async () => {
  rows = [];
  open();
  expect(await screen.findByRole('heading', { name: 'All done' })).toBeTruthy();
  rows = [seen({ status: 'handled', handled_by_name: 'Asha', note: 'Adjusted' })];
  await userEvent.click(screen.getByRole('button', { name: 'Show all' }));
  expect(await screen.findByText(/Adjusted/)).toBeTruthy();
});

test('says that nothing matches a chosen filter', async () => {
  rows = [];
  renderConsole(
    [{ name: 'admin/payment-refunds', ...paymentRefundResource }],
    `/admin/payment-refunds?filter=${encodeURIComponent(JSON.stringify({ status: 'handled' }))}`,
    api.base,
  );
  expect(await screen.findByRole('heading', { name: 'No results' })).toBeTruthy();
});
