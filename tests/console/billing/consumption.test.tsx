import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { preferences } from '../../../src/core/preferences.ts';
import { ConsumptionList } from '../../../src/resources/billing/consumption/ConsumptionList.tsx';
import { startApi } from '../support/api.ts';
import { renderConsole, signInCustomer } from '../support/crudConsole.tsx';
import { pointTo } from '../support/jsonServer.ts';

const PATH = '/v1/credit/sms-consumption-history/';
const row = {
  uuid: '01890000-0000-7000-8000-000000000001',
  created_at: '2026-01-02T03:04:05Z',
  updated_at: '2026-01-02T03:04:05Z',
  day: '2026-01-02',
  campaign: '01890000-0000-7000-8000-000000000800',
  operator: 'ntc',
  source: 'wallet',
  messages: 10,
  parts: 10,
  amount: 1356,
};

let api: Awaited<ReturnType<typeof startApi>>;
let status: number;
let found: object[];
beforeEach(async () => {
  localStorage.clear();
  preferences.set({ language: 'en', digits: 'latin', calendar: 'ad' });
  signInCustomer();
  status = 200;
  found = [row];
  api = await startApi(({ url }) => {
    if (url.startsWith(`${PATH}totals/`))
      return { status, body: { data: { messages: 1_234, parts: 2_468, amount: 334_660.8 } } };
    if (url.startsWith(PATH))
      return { body: { count: found.length, next: null, previous: null, results: found } };
    return { body: { count: 0, next: null, previous: null, results: [] } };
  });
  pointTo(api.base);
});
afterEach(async () => {
  cleanup();
  await api.close();
});

const open = (address = '/sms/consumption-history') =>
  renderConsole(
    [{ name: 'sms/consumption-history', list: <ConsumptionList /> }, { name: 'sms' }],
    address,
    api.base,
  );
const totals = () => api.urls().filter((url) => url.includes('totals/'));

it('shows the totals of the whole filter beside its list, and offers the filters and the export', async () => {
  open();
  const strip = await screen.findByRole('region', { name: 'Totals of this list' });
  expect(strip.textContent).toBe('Messages1,234Parts2,468AmountRs.\u00a03,346.608');
  await userEvent.click(screen.getByRole('button', { name: 'Filters' }));
  for (const name of ['Campaign', 'Operator', 'Paid from'])
    expect(await screen.findByLabelText(name)).toBeTruthy();
  expect(await screen.findByRole('group', { name: /Day.*from|from.*day/i })).toBeTruthy();
  await userEvent.selectOptions(screen.getByLabelText('Operator'), 'ncell');
  await waitFor(() => expect(totals().at(-1)).toBe(`GET ${PATH}totals/?operator=ncell`));
  expect(screen.getByRole('button', { name: /Export/ })).toBeTruthy();
});

it('marks the totals of the former filter until the new ones come', async () => {
  open('/sms/consumption-history?filter={"operator":"ntc"}');
  const strip = await screen.findByRole('region', { name: 'Totals of this list' });
  const filter = await screen.findByLabelText('Operator');
  expect(strip.dataset.stale).toBeUndefined();
  const release = api.hold();
  await userEvent.selectOptions(filter, 'ncell');
  await waitFor(() => expect(strip.dataset.stale).toBe('true'));
  release();
  await waitFor(() => expect(strip.dataset.stale).toBeUndefined());
});

it('marks what was a test', async () => {
  found = [row, { ...row, uuid: row.uuid.replace(/1$/, '2'), amount: 0, test: true }];
  open();
  await screen.findByText('Rs. 13.56');
  expect(screen.getAllByText('Test', { exact: true })).toHaveLength(1);
});

it('does without totals where a server has none, and where nothing is listed', async () => {
  status = 404;
  open();
  expect(await screen.findByText('Rs. 13.56')).toBeTruthy();
  await waitFor(() => expect(totals()).toHaveLength(1));
  expect(screen.queryByRole('region', { name: 'Totals of this list' })).toBeNull();
  cleanup();
  found = [];
  open();
  expect(await screen.findByText('No consumption yet')).toBeTruthy();
  expect(totals()).toHaveLength(1);
});
