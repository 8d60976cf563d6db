import type { ServerResponse } from 'node:http';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { preferences } from '../../../src/core/preferences.ts';
import { endSession } from '../../../src/core/session.ts';
import { CampaignShow } from '../../../src/resources/messaging/campaigns/CampaignShow.tsx';
import { senderIdentity, senderRequest } from '../../../src/resources/messaging/senderIdentities/index.tsx';
import { renderConsole, signInCustomer } from '../support/crudConsole.tsx';
import { type JsonServer, pointTo, startJsonServer } from '../support/jsonServer.ts';
import { aCampaign, aSender, pageOf, uuid } from '../support/messagingConsole.tsx';
import { signInStaff } from '../support/staffConsole.tsx';

const approvals = [{ operator: 'ntc', status: 'approved', reference: 'NTC/114' }];
let server: JsonServer;
let sender: Record<string, unknown>;
let campaign: Record<string, unknown>;
/** What changes are answered; without it the sender ID. */
let onChange: ((response: ServerResponse) => void) | undefined;

beforeAll(async () => {
  server = await startJsonServer();
  pointTo(server.base);
  server.handle(({ method, url }, response) => {
    const end = (body: unknown) => response.writeHead(200).end(JSON.stringify(body));
    if (url.startsWith('/v1/sms/compose/')) return end({ data: campaign });
    if (method !== 'GET' && onChange) return onChange(response);
    if (method !== 'GET' || url.includes(String(sender.uuid))) return end({ data: sender });
    return end(pageOf(sender));
  });
});
afterAll(() => server.stop());
beforeEach(() => {
  preferences.set({ language: 'en', calendar: 'ad', digits: 'latin' });
  server.seen.length = 0;
  onChange = undefined;
  sender = {
    ...{ ...aSender(5, 'HIMAL'), account: uuid(1), account_name: 'Himal Traders', purpose: 'Offers' },
    ...{ document: null, decided_by: 'Asha', decided_at: '2026-01-02T03:04:05Z', suspended_at: null },
    ...{ similar: [], imitates: null, approvals },
  };
});
afterEach(() => {
  cleanup();
  endSession();
});

const asStaff = (without?: (name: string, verb: string) => boolean) => {
  signInStaff('admin', without);
  renderConsole(
    [{ name: 'admin/sender-identities', ...senderRequest }],
    `/admin/sender-identities/${uuid(5)}/show`,
    server.base,
  );
};
const press = async (name: string | RegExp, within_?: HTMLElement) =>
  fireEvent.click(await (within_ ? within(within_) : screen).findByRole('button', { name }));
const sent = () =>
  server.seen.filter(({ method }) => method !== 'GET').map(({ url, body }) => [url, JSON.parse(body)]);

test('staff suspend an approved sender ID, with a reason', async () => {
  asStaff();
  await press('Suspend');
  const dialog = await screen.findByRole('dialog', { name: 'Suspend the sender ID HIMAL?' });
  await press('Suspend', dialog);
  expect(await within(dialog).findByText('Required')).toBeTruthy();
  expect(sent()).toEqual([]);
  fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: ' Complaints ' } });
  await press('Suspend', dialog);
  await waitFor(() =>
    expect(sent()).toEqual([[`/v1/sms/sender-identities/${uuid(5)}/suspend/`, { reason: 'Complaints' }]]),
  );
  expect(await screen.findByText('HIMAL is suspended.')).toBeTruthy();
});

test('staff restore a suspended one; who may not decide has no button', async () => {
  sender = { ...sender, status: 'suspended', reason: 'Complaints', suspended_at: '2026-01-02T03:04:05Z' };
  asStaff();
  expect(await screen.findByRole('button', { name: 'Restore' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Suspend' })).toBeNull();
  cleanup();
  asStaff((name, verb) => name === 'sender-identity-list' && verb === 'post');
  expect(await screen.findByText('NTC/114', { exact: false })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Restore|Edit approvals/ })).toBeNull();
});

test('staff write down where operators stand', async () => {
  asStaff();
  await press('Edit approvals');
  const dialog = await screen.findByRole('dialog', { name: 'Approval of HIMAL by operators' });
  const ncell = within(within(dialog).getByRole('group', { name: 'Ncell' }));
  const number = ncell.getByRole('textbox', { name: 'Operator’s number (optional)' });
  expect(number.hasAttribute('disabled')).toBe(true);
  fireEvent.change(ncell.getByRole('combobox'), { target: { value: 'requested' } });
  fireEvent.change(number, { target: { value: 'R-7' } });
  await press('Save approvals', dialog);
  await waitFor(() =>
    expect(sent()).toEqual([
      [
        `/v1/sms/sender-identities/${uuid(5)}/approvals/`,
        { changed: [{ operator: 'ncell', status: 'requested', reference: 'R-7', seen: null }] },
      ],
    ]),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('staff send only the operators that they changed, so that those of a colleague stay', async () => {
  asStaff();
  await press('Edit approvals');
  const dialog = await screen.findByRole('dialog', { name: 'Approval of HIMAL by operators' });
  await press('Save approvals', dialog);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent()).toEqual([]);
  await press('Edit approvals');
  const again = await screen.findByRole('dialog', { name: 'Approval of HIMAL by operators' });
  const ntc = within(within(again).getByRole('group', { name: 'NTC' }));
  fireEvent.change(ntc.getByRole('combobox'), { target: { value: '' } });
  sender = {
    ...sender,
    approvals: [...approvals, { operator: 'smart', status: 'rejected', reference: null }],
  };
  await press('Save approvals', again);
  await waitFor(() => expect(sent()).toHaveLength(1));
  const seen = { status: 'approved', reference: 'NTC/114', document: null };
  expect(sent()[0]?.[1]).toEqual({ changed: [{ operator: 'ntc', status: null, seen }] });
});

test('what was refused is not said while it is sent again', async () => {
  onChange = (response) =>
    response.writeHead(409).end(JSON.stringify({ detail: 'Not now.', code: 'conflict' }));
  asStaff();
  await press('Edit approvals');
  const dialog = await screen.findByRole('dialog', { name: 'Approval of HIMAL by operators' });
  const ncell = within(within(dialog).getByRole('group', { name: 'Ncell' }));
  fireEvent.change(ncell.getByRole('combobox'), { target: { value: 'requested' } });
  await press('Save approvals', dialog);
  await within(dialog).findByText('Not now.');
  let answer = () => {};
  onChange = (response) => {
    answer = () => response.writeHead(200).end(JSON.stringify({ data: sender }));
  };
  await press('Save approvals', dialog);
  await waitFor(() => expect(sent()).toHaveLength(2));
  expect(within(dialog).queryByText('Not now.')).toBeNull();
  answer();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('its customer sees the approvals, and that it is suspended', async () => {
  sender = { ...sender, status: 'suspended', reason: 'Complaints' };
  signInCustomer();
  renderConsole(
    [{ name: 'sms/sender-identities', ...senderIdentity }],
    `/sms/sender-identities/${uuid(5)}/show`,
    server.base,
  );
  expect(await screen.findByText(/You cannot send with it until your provider restores it/)).toBeTruthy();
  const card = within(await screen.findByRole('region', { name: 'Approval by operators' }));
  expect(card.getByText('No. NTC/114')).toBeTruthy();
  expect(card.getAllByText('Not requested')).toHaveLength(3);
  expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull();
});

test('a paused campaign says so and cannot be resumed', async () => {
  campaign = aCampaign({
    ...{ status: 'paused', sender: 'HIMAL', sender_suspended: true, error: 'Its sender ID was suspended.' },
  });
  signInCustomer();
  renderConsole([{ name: 'sms', show: <CampaignShow /> }], `/sms/${String(campaign.uuid)}/show`, server.base);
  expect(await screen.findByText(/The sender ID HIMAL is suspended/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Resume' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Cancel campaign' })).toBeTruthy();
});
