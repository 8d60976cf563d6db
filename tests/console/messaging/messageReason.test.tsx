import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { message } from '#schema/message.ts';
import { preferences } from '../../../src/core/preferences.ts';
import { MessageList } from '../../../src/resources/messaging/messages/MessageList.tsx';
import { MessageShow } from '../../../src/resources/messaging/messages/MessageShow.tsx';
import { startApi } from '../support/api.ts';
import { renderConsole, signInCustomer } from '../support/crudConsole.tsx';

const uuid = '01890000-0000-7000-8000-000000000001';
const time = '2026-01-02T03:04:05Z';
const record = {
  ...{
    uuid,
    campaign: uuid,
    account: uuid,
    row: null,
    phone: '+9779841000001',
    operator: 'ntc',
    text: 'Hello',
  },
  ...{
    parts: 1,
    status: 'undelivered',
    operator_id: 'x',
    error: '027',
    submitted_at: time,
    finished_at: time,
  },
  ...{ created_at: time, updated_at: time },
};
let change: object = {};
let api: Awaited<ReturnType<typeof startApi>>;
const open = (address: string) =>
  renderConsole([{ name: message.name, list: <MessageList />, show: <MessageShow /> }], address, api.base);

beforeEach(async () => {
  preferences.set({ language: 'en' });
  signInCustomer();
  api = await startApi(({ url }) => ({
    body: url.includes(uuid)
      ? { data: { ...record, ...change } }
      : { count: 1, next: null, previous: null, results: url.includes('/dispatch/') ? [record] : [] },
  }));
});
afterEach(async () => {
  cleanup();
  await api.close();
});

it('a message says why it was not delivered in words, with the code in brackets, in both languages', async () => {
  open(`/sms/dispatch/${uuid}/show`);
  expect((await screen.findByRole('alert')).textContent).toContain(
    'The phone was switched off or out of reach (027)',
  );
  expect(screen.queryByText('027')).toBeNull();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('+977 9841000001');
  preferences.set({ language: 'ne' });
  expect(await screen.findByText('फोन बन्द वा सम्पर्कबाहिर थियो (027)')).toBeTruthy();
});

it('nothing is explained of a status that only another server knows', async () => {
  change = { status: 'sent', error: null };
  open(`/sms/dispatch/${uuid}/show`);
  await screen.findByText('Hello');
  change = {};
  expect(screen.queryByRole('alert')).toBeNull();
  expect(document.querySelector('.crud-status')?.textContent).toBe('Sent');
});

it('so does the list', async () => {
  open('/sms/dispatch');
  expect(await screen.findByText('The phone was switched off or out of reach (027)')).toBeTruthy();
});

it('of a test it says what the simulator reports, not that a phone was reached', async () => {
  change = { status: 'delivered', error: null, test: true };
  open(`/sms/dispatch/${uuid}/show`);
  const alert = await screen.findByRole('alert');
  change = {};
  expect(alert.textContent).toBe(
    'The operator simulator reports it as delivered. This is a test. Messages go to the operator simulator and no phone receives them.',
  );
  preferences.set({ language: 'ne' });
  expect(await screen.findByText(/^अपरेटर सिमुलेटरका अनुसार यो पुग्यो।/)).toBeTruthy();
});
