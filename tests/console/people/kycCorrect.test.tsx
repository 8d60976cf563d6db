import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { preferences } from '../../../src/core/preferences.ts';
import { endSession, getUser } from '../../../src/core/session.ts';
import { kyc } from '../../../src/resources/people/kyc/index.tsx';
import { KycShow } from '../../../src/resources/people/kyc/KycShow.tsx';
import { renderConsole, signInCustomer } from '../support/crudConsole.tsx';
import { watchIntervals } from '../support/intervals.ts';
import { type JsonServer, pointTo, startJsonServer } from '../support/jsonServer.ts';
import { pageOf, renderPage, uuid } from '../support/messagingConsole.tsx';
import { signInStaff } from '../support/staffConsole.tsx';

const READ = '2026-01-02T03:04:05Z';
const place = { id: 27, name: 'Kathmandu', name_ne: 'काठमाडौँ' };
const places: Record<string, unknown[]> = {
  '/v1/core/locations/provinces/': [{ id: 3, name: 'Bagmati', name_ne: 'बागमती' }],
  '/v1/core/locations/districts/': [{ ...place, province: 3 }],
  '/v1/core/locations/municipalities/?district=27': [{ ...place, id: 307, district: 27, wards: 32 }],
};
const aRecord = (more: object = {}) => ({
  ...{ first_name: 'Asha', middle_name: null, last_name: 'Gurng', name_ne: null, gender: 'female' },
  ...{ birth_date: '1990-05-17', document_type: 'citizenship', document_number: '27-01' },
  ...{ issue_date: '2008-01-02', issue_district: 27, province: 3, district: 27, municipality: 307, ward: 10 },
  ...{ tole: null, company_name: null, company_pan: null, pan_certificate: null },
  ...{ document_front: uuid(1), document_back: uuid(2), photo: uuid(3) },
  ...{ uuid: uuid(50), account: uuid(51), account_name: 'Asha', name: 'Asha Gurng', type: 'individual' },
  ...{ status: 'approved', reason: null, submitted_at: READ, decided_at: READ, created_at: READ },
  ...{ updated_at: READ, ...more },
});

let server: JsonServer;
let record: ReturnType<typeof aRecord>;
let corrections: unknown[];
let hasNoDecisions: boolean;
let answer: { status: number; body: unknown };

beforeAll(async () => {
  server = await startJsonServer();
  pointTo(server.base);
  server.handle(({ method, url }, response) => {
    const end = (status: number, body: unknown) => response.writeHead(status).end(JSON.stringify(body));
    if (places[url]) return end(200, { data: places[url] });
    if (method === 'PUT') return end(answer.status, answer.body);
    if (url.endsWith('/corrections/')) return end(200, { data: corrections });
    if (url.endsWith('/decisions/')) return hasNoDecisions ? end(503, {}) : end(200, { data: [] });
    if (url.includes(uuid(50))) return end(200, { data: record });
    return end(200, pageOf());
  });
});
afterAll(() => server.stop());
beforeEach(() => {
  preferences.set({ language: 'en', calendar: 'ad', digits: 'latin' });
  server.seen.length = 0;
  record = aRecord();
  corrections = [];
  hasNoDecisions = false;
  answer = { status: 200, body: { data: record } };
});
afterEach(() => {
  cleanup();
  endSession();
});

const open = () => renderPage('/kyc/:id', <KycShow />, `/kyc/${uuid(50)}`);
const openDialog = async () => {
  signInStaff('admin');
  open();
  fireEvent.click(await screen.findByRole('button', { name: 'Correct' }));
  return within(await screen.findByRole('dialog', { name: 'Correct the record of Asha Gurng' }));
};
const type = (box: HTMLElement, value: string) => fireEvent.change(box, { target: { value } });
const sent = () => server.seen.filter(({ method }) => method === 'PUT').map(({ body }) => JSON.parse(body));

test('staff correct what was typed, with a reason and what they have read', async () => {
  const dialog = await openDialog();
  // Papers and their kind are not theirs to change.
  expect(dialog.queryByLabelText(/Front of the document/)).toBeNull();
  type(dialog.getByLabelText(/^Last name/), 'Gurung');
  fireEvent.click(dialog.getByRole('button', { name: 'Save correction' }));
  expect(await dialog.findByText('Required')).toBeTruthy();
  expect(sent()).toEqual([]);
  type(dialog.getByLabelText('Reason for the correction'), 'A letter was missing');
  fireEvent.click(dialog.getByRole('button', { name: 'Save correction' }));
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]).toMatchObject({
    ...{ last_name: 'Gurung', first_name: 'Asha', municipality: 307, company_pan: null },
    ...{ reason: 'A letter was missing', updated_at: READ },
  });
  expect(Object.keys(sent()[0])).not.toContain('document_front');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('what is wrong is said at its field, before and after the server', async () => {
  const dialog = await openDialog();
  type(dialog.getByLabelText(/^Last name/), 'गुरुङ');
  fireEvent.click(dialog.getByRole('button', { name: 'Save correction' }));
  expect(await dialog.findByText('Write it in English letters, as on the document.')).toBeTruthy();
  type(dialog.getByLabelText(/^Last name/), 'Gurung');
  type(dialog.getByLabelText('Reason for the correction'), 'Typing error');
  answer = {
    status: 409,
    body: { code: 'conflict', detail: 'This KYC was changed after you opened it. Nothing was changed.' },
  };
  fireEvent.click(dialog.getByRole('button', { name: 'Save correction' }));
  expect(await dialog.findByText(/was changed after you opened it/)).toBeTruthy();
});

test('who may not decide, and a rejected record, have no such button', async () => {
  signInStaff('support');
  open();
  await screen.findByRole('heading', { level: 1, name: /Asha Gurng/ });
  expect(screen.queryByRole('button', { name: 'Correct' })).toBeNull();
  cleanup();
  record = aRecord({ status: 'rejected', reason: 'Not readable' });
  signInStaff('admin');
  open();
  await screen.findByRole('heading', { level: 1, name: /Asha Gurng/ });
  expect(screen.queryByRole('button', { name: 'Correct' })).toBeNull();
});

test('staff decide about the record of the provider’s own account too, and correct it', async () => {
  signInStaff('admin');
  record = aRecord({ status: 'pending', decided_at: null, account: getUser()?.account?.uuid });
  open();
  for (const name of [/^Approve/, /^Reject/, /^Correct/])
    expect(await screen.findByRole('button', { name })).toBeTruthy();
});

test('staff decide on the version that they read; one that was submitted meanwhile waits', async () => {
  const pending = { status: 'pending', decided_at: null };
  record = aRecord(pending);
  const poll = watchIntervals();
  signInStaff('admin');
  open();
  fireEvent.click(await screen.findByRole('button', { name: /^Approve/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Approve the identity of Asha Gurng?' }));
  const LATER = '2026-01-02T04:00:00Z';
  record = aRecord({ ...pending, name: 'Maya Rai', submitted_at: LATER, updated_at: LATER });
  await poll(5000);
  expect(await screen.findByText('Changed after you opened it')).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: 'Approve' }));
  const posts = () =>
    server.seen.filter(({ method }) => method === 'POST').map(({ body }) => JSON.parse(body));
  await waitFor(() => expect(posts()).toHaveLength(1));
  expect(posts()[0]).toEqual({ uuid: uuid(50), submitted_at: READ, updated_at: READ });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  fireEvent.click(screen.getByRole('button', { name: 'Read it' }));
  expect(await screen.findByRole('heading', { level: 1, name: /Maya Rai/ })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: /^Approve/ }));
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Approve' }));
  await waitFor(() => expect(posts()).toHaveLength(2));
  expect(posts()[1]).toMatchObject({ submitted_at: LATER, updated_at: LATER });
});

test('one’s own correction of a pending record is shown at once', async () => {
  record = aRecord({ status: 'pending', decided_at: null });
  const dialog = await openDialog();
  type(dialog.getByLabelText(/^Last name/), 'Gurung');
  type(dialog.getByLabelText('Reason for the correction'), 'A letter was missing');
  record = aRecord({ ...record, name: 'Asha Gurung', updated_at: '2026-01-02T04:00:00Z' });
  fireEvent.click(dialog.getByRole('button', { name: 'Save correction' }));
  expect(await screen.findByRole('heading', { level: 1, name: /Asha Gurung/ })).toBeTruthy();
  expect(screen.queryByText('Changed after you opened it')).toBeNull();
});

test('who does not decide sees a new version at once', async () => {
  record = aRecord({ status: 'pending', decided_at: null });
  const poll = watchIntervals();
  signInCustomer();
  open();
  await screen.findByRole('heading', { level: 1, name: /Asha Gurng/ });
  record = aRecord({ ...record, name: 'Maya Rai', updated_at: '2026-01-02T04:00:00Z' });
  await poll(5000);
  expect(await screen.findByRole('heading', { level: 1, name: /Maya Rai/ })).toBeTruthy();
});

test('the customer sees what was corrected and why', async () => {
  corrections = [
    {
      ...{ uuid: uuid(60), reason: 'A letter was missing', corrected_by: null, corrected_at: READ },
      ...{ before: { last_name: 'Grng', district: 27 }, after: { last_name: 'Gurng', district: 27 } },
    },
  ];
  signInCustomer();
  open();
  const card = within(await screen.findByRole('region', { name: 'Corrections' }));
  expect(card.getByText('A letter was missing')).toBeTruthy();
  expect(card.getByText(/Grng/).textContent).toBe('Before: Grng');
  expect(await card.findAllByText('Kathmandu', { exact: false })).not.toEqual([]);
});

test.each([
  ['the record', `/kyc/${uuid(50)}`, 'Asha Gurng'],
  ['the record, by react-admin’s address', `/kyc/${uuid(50)}/show`, 'Asha Gurng'],
  ['nothing below a record', `/kyc/${uuid(50)}/more`, 'Page not found'],
  ['nothing without a record’s id', '/kyc/more', 'Page not found'],
])('staff who only read find %s', async (_, address, heading) => {
  signInStaff('admin', (name, verb) => name === 'kyc-list' && verb !== 'get');
  renderConsole([{ name: 'kyc', ...kyc }], address, server.base);
  expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Correct' })).toBeNull();
});

test('a record has its shape while it is loading', async () => {
  signInStaff('admin');
  const go = server.hold();
  open();
  expect(await screen.findByRole('heading', { level: 1, name: 'Loading…' })).toBeTruthy();
  const shape = document.querySelector('.kyc[aria-busy="true"]');
  for (const text of [
    'Account type',
    'Identity',
    'First name',
    'Document number',
    'Municipality',
    'Photos and files',
  ])
    expect(shape?.textContent).toContain(text);
  go();
  expect(await screen.findByRole('heading', { level: 1, name: 'Asha Gurng' })).toBeTruthy();
});

test('a record whose decisions could not be loaded does not go back to its skeleton', async () => {
  hasNoDecisions = true;
  signInStaff('admin');
  open();
  expect(await screen.findByRole('heading', { name: 'Identity' })).toBeTruthy();
  expect(await screen.findByText(/could not be loaded/)).toBeTruthy();
  const asked = () => server.seen.filter(({ url }) => url.endsWith('/decisions/')).length;
  // Once for the page, and again as each part that reads them appears; not again and again.
  expect(asked()).toBeLessThanOrEqual(4);
  expect(screen.queryByRole('heading', { name: 'Loading…' })).toBeNull();
});
