import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { auditEntry } from '#schema/index.ts';
import { roles } from '#schema/permissions.ts';
import { preferences } from '../../../src/core/preferences.ts';
import { getUser, setUser } from '../../../src/core/session.ts';
import { AuditList } from '../../../src/resources/operations/auditLog/AuditList.tsx';
import { AuditShow } from '../../../src/resources/operations/auditLog/AuditShow.tsx';
import { startApi } from '../support/api.ts';
import { renderConsole, signInCustomer } from '../support/crudConsole.tsx';
import { pointTo } from '../support/jsonServer.ts';

const PATH = auditEntry.path;
const RECORD = '01890000-0000-7000-8000-00000000000a';
const entry = {
  uuid: '01890000-0000-7000-8000-000000000001',
  created_at: '2026-01-02T03:04:05Z',
  updated_at: '2026-01-02T03:04:05Z',
  action: 'approve',
  entity: 'admin/sender-identities',
  title: 'SHOPNP',
  record: RECORD,
  actor: '01890000-0000-7000-8000-00000000000b',
  actor_name: 'Asha Gurung',
  actor_email: 'admin@demo.test',
  acting_as: null as string | null,
  acting_as_name: null as string | null,
  api_key: null,
  api_key_name: null,
  account: '01890000-0000-7000-8000-00000000000c',
  account_name: 'Himal Traders',
  before: { status: 'pending' } as object | null,
  after: { status: 'approved' } as object | null,
  ip: '10.2.3.4' as string | null,
  request_id: 'req-1',
};

let api: Awaited<ReturnType<typeof startApi>>;
let found: (typeof entry)[];
beforeEach(async () => {
  localStorage.clear();
  preferences.set({ language: 'en', digits: 'latin', calendar: 'ad' });
  signInCustomer();
  setUser({ ...getUser()!, role: 'admin', ui_permissions: roles.admin.map(([name, verb]) => [name, verb]) });
  found = [entry];
  api = await startApi(({ url }) => {
    if (url.startsWith(`${PATH}${entry.uuid}/`)) return { body: { data: found[0] } };
    const results = url.startsWith(PATH) ? found : [];
    return { body: { count: results.length, next: null, previous: null, results } };
  });
  pointTo(api.base);
});
afterEach(async () => {
  cleanup();
  await api.close();
});

const resources = [
  { name: auditEntry.name, list: <AuditList />, show: <AuditShow /> },
  { name: 'admin/sender-identities', list: <p />, show: <p>the sender’s page</p> },
  { name: 'contact', list: <p />, show: <p /> },
];
const list = (query = '') => renderConsole(resources, `/admin/audit-log${query}`, api.base);
const show = () => renderConsole(resources, `/admin/audit-log/${entry.uuid}/show`, api.base);
const row = async () => within((await screen.findAllByRole('row'))[1]!);

it('names a record after its resource where the log has no word of its own', async () => {
  found = [{ ...entry, entity: 'settings/blacklist' }];
  list();
  await screen.findByText('SHOPNP');
  expect((await row()).getByText('Blacklisted number')).toBeTruthy();
});

it('says who did what to which record, when and from where, and leads to both pages', async () => {
  list();
  await screen.findByText('SHOPNP');
  const cells = (await row()).getAllByRole('cell').map((cell) => cell.textContent);
  expect(cells).toEqual([
    '2 Jan 2026, 08:49 NPT',
    'Asha Gurungadmin@demo.test',
    'ApprovedSender ID',
    'SHOPNP',
    'Himal Traders',
    '10.2.3.4',
  ]);
  expect((await row()).getByRole('link', { name: /^Approved/ }).getAttribute('href')).toBe(
    `/admin/audit-log/${entry.uuid}/show`,
  );
  expect((await row()).getByRole('link', { name: 'SHOPNP' }).getAttribute('href')).toBe(
    `/admin/sender-identities/${RECORD}/show`,
  );
});

it('breaks the address of somebody who could not sign in after its @, not inside a word', async () => {
  found = [{ ...entry, action: 'sign-in-failed', entity: 'users', title: 'sita@example.com' }];
  list();
  const name = await screen.findByText((_, element) => element?.className === 'audit-record');
  expect(name.innerHTML).toBe('sita@<wbr>example.com');
});

it('leads to no record that is gone or that another account keeps to itself', async () => {
  found = [
    { ...entry, uuid: `${entry.uuid.slice(0, -1)}2`, action: 'withdraw' },
    { ...entry, entity: 'contact', title: 'Ram' },
  ];
  list();
  expect(await screen.findByText('Ram')).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'SHOPNP' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Ram' })).toBeNull();
});

it('names what has no word by its raw name, the server, strangers, and staff who acted as a customer', async () => {
  const nobody = { ...entry, actor: null as never, actor_name: null as never, actor_email: null as never };
  found = [
    {
      ...nobody,
      uuid: `${entry.uuid.slice(0, -1)}2`,
      action: 'defrobnicate',
      entity: 'moon/rocks',
      ip: null,
    },
    { ...nobody, uuid: `${entry.uuid.slice(0, -1)}3`, action: 'sign-in-failed', entity: 'users' },
    { ...entry, acting_as: RECORD, acting_as_name: 'Sita Sharma' },
  ];
  list();
  expect(await screen.findByText('defrobnicate')).toBeTruthy();
  expect(screen.getByText('moon/rocks')).toBeTruthy();
  expect(screen.getByText('Server')).toBeTruthy();
  expect(screen.getByText('Not signed in')).toBeTruthy();
  expect(screen.getByText('signed in as Sita Sharma')).toBeTruthy();
});

it('filters by what and by a record, whose page’s address may be pasted', async () => {
  list();
  await userEvent.click(await screen.findByRole('button', { name: 'Filters' }));
  await userEvent.selectOptions(await screen.findByLabelText('Action'), 'Sign-in failed');
  await waitFor(() => expect(api.urls().at(-1)).toContain('action=sign-in-failed'));
  const box = screen.getByLabelText('Record ID');
  await userEvent.type(box, '0189');
  expect(screen.getByText('Paste a complete ID, or the address of the record’s page.')).toBeTruthy();
  expect(api.urls().at(-1)).not.toContain('record=');
  await userEvent.clear(box);
  await userEvent.click(box);
  await userEvent.paste(`https://sms.example/contact/${RECORD}/show`);
  await waitFor(() => expect(api.urls().at(-1)).toContain(`record=${RECORD}`));
  expect((box as HTMLInputElement).value).toBe(RECORD);
  expect(screen.getByRole('button', { name: 'Export' })).toBeTruthy();
});

it('shows before and after side by side, JSON readable, and the way to all entries of the record', async () => {
  found = [
    {
      ...entry,
      acting_as: RECORD,
      acting_as_name: 'Sita Sharma',
      before: { status: 'pending', ui_permissions: null, limit: 5 },
      after: { status: 'approved', ui_permissions: [['contact-list', 'get']], on: true },
    },
  ];
  show();
  await screen.findByRole('heading', { level: 1, name: 'Approved: Sender ID' });
  expect(screen.getByRole('alert').textContent).toContain('signed in as Sita Sharma');
  const table = within(await screen.findByRole('table'));
  expect(table.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
    'Field',
    'Before',
    'After',
  ]);
  const rows = table
    .getAllByRole('row')
    .slice(1)
    .map((line) => [...line.children].map((cell) => cell.textContent));
  expect(rows).toEqual([
    ['Status', 'Pending', 'Approved'],
    ['ui_permissions', '–None', '[\n  ["contact-list", "get"]\n]'],
    ['limit', '5', '–None'],
    ['on', '–None', 'Yes'],
  ]);
  const all = screen.getByRole('link', { name: 'All entries of this record' }).getAttribute('href');
  expect(decodeURIComponent(String(all))).toContain(`filter={"record":"${RECORD}"}`);
});

it('of what was made shows one side only, and says when only a secret has changed', async () => {
  found = [{ ...entry, action: 'create', before: null, after: { name: 'SHOPNP' } }];
  show();
  expect(await screen.findByRole('heading', { name: 'Values' })).toBeTruthy();
  expect(screen.getAllByRole('columnheader')).toHaveLength(2);
  cleanup();
  found = [{ ...entry, action: 'update', before: {}, after: {} }];
  show();
  expect(await screen.findByText(/Only a secret value changed/)).toBeTruthy();
});

it('tells the query of a list in words, of a first page with nothing asked that it was everything', async () => {
  const filter = {
    page: 2,
    page_size: 50,
    search: 'sita',
    ordering: '-created_at',
    created_at__gte: '2026-01-01T18:15:00.000Z',
    uuid__in: ['a1', 'b2'],
  };
  found = [
    {
      ...entry,
      action: 'read',
      entity: 'contact',
      before: null,
      after: { filter, rows: 50 },
    },
  ];
  show();
  const terms = within(await screen.findByRole('table')).getAllByRole('term');
  expect(terms.map((term) => [term.textContent, term.nextElementSibling?.textContent])).toEqual([
    ['Search', 'sita'],
    ['Sort by', 'Created, newest first'],
    ['Created from', '2 Jan 2026, 00:00 NPT'],
    ['Record ID', 'a1, b2'],
    ['Page', '2'],
  ]);
  expect(screen.queryByText(/page_size|\{/)).toBeNull();
  cleanup();
  found = [{ ...found[0]!, after: { filter: { page: 1, page_size: 50 }, rows: 50 } }];
  show();
  expect(await screen.findByText('All records, no filter')).toBeTruthy();
});

it('says what belongs here while there is nothing', async () => {
  found = [];
  list();
  expect(await screen.findByText('No log entries yet')).toBeTruthy();
});
