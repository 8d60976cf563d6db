import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ResourceProps } from 'ra-core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { blacklistImport } from '#schema/blacklistImport.ts';
import { blacklistNumber } from '#schema/blacklistNumber.ts';
import { preferences } from '../../../src/core/preferences.ts';
import { createI18nProvider } from '../../../src/i18n/i18nProvider.ts';
import { BlacklistCreate, BlacklistEdit } from '../../../src/resources/contacts/blacklist/BlacklistForms.tsx';
import { BlacklistList } from '../../../src/resources/contacts/blacklist/BlacklistList.tsx';
import { ImportShow } from '../../../src/resources/contacts/blacklistImports/ImportShow.tsx';
import type { RefusedRow } from '../../../src/resources/messaging/compose/refusalText.ts';
import { refusalText } from '../../../src/resources/messaging/compose/refusalText.ts';
import { type Answer, type Asked, startApi } from '../support/api.ts';
import { renderConsole, signInCustomer } from '../support/crudConsole.tsx';
import { pointTo } from '../support/jsonServer.ts';
import { pageOf, uuid } from '../support/messagingConsole.tsx';

const entry = {
  uuid: uuid(1),
  phone: '+9779841000001',
  reason: 'Answered "STOP" to DEMO.',
  source: 'opt-out',
  created_at: '2026-03-04T20:00:00Z',
  updated_at: '2026-03-04T20:00:00Z',
};
const job = {
  uuid: uuid(2),
  file: uuid(3),
  file_name: 'stop list.csv',
  mapping: { phone: 'Number', reason: 'Why' },
  reason: 'List of 2082',
  status: 'running',
  bytes: 1000,
  bytes_read: 400,
  rows: 5000,
  created: 4000,
  updated: 900,
  duplicates: 60,
  refused: 40,
  error: null,
  finished_at: null,
  created_at: '2026-03-04T20:00:00Z',
  updated_at: '2026-03-04T20:00:00Z',
};

const resources: ResourceProps[] = [
  {
    name: blacklistNumber.name,
    list: <BlacklistList />,
    create: <BlacklistCreate />,
    edit: <BlacklistEdit />,
  },
  { name: blacklistImport.name, list: <p>the imports</p>, show: <ImportShow /> },
];

let answer: (asked: Asked) => Answer;
let api: Awaited<ReturnType<typeof startApi>>;
const open = (address: string) => renderConsole(resources, address, api.base);
const posts = () => api.asked.filter(({ method }) => method === 'POST');

beforeEach(async () => {
  sessionStorage.clear();
  preferences.set({ language: 'en', calendar: 'ad' });
  signInCustomer();
  answer = () => ({ body: pageOf(entry) });
  api = await startApi((asked) => answer(asked));
  pointTo(api.base);
});
afterEach(async () => {
  cleanup();
  vi.restoreAllMocks();
  await api.close();
});

describe('the list', () => {
  it('says who added each number, imports and exports', async () => {
    open('/settings/blacklist');
    const row = await screen.findByRole('row', { name: /984/ });
    expect(within(row).getByText('Opted out')).toBeTruthy();
    expect(within(row).getByText('Answered "STOP" to DEMO.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Import a file' }).getAttribute('href')).toBe(
      '/settings/blacklist/imports/create',
    );
    expect(screen.getByRole('link', { name: 'Imports' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Export' })).toBeTruthy();
  });

  it('has no tabs where the server has no imports', async () => {
    pointTo(api.base, []);
    open('/settings/blacklist');
    await screen.findByText('+977 9841000001');
    expect(screen.queryByRole('link', { name: 'Blacklist' })).toBeNull();
  });

  it('says in Nepali what the server wrote itself', async () => {
    preferences.set({ language: 'ne' });
    open('/settings/blacklist');
    expect(await screen.findByText('DEMOलाई "STOP" भनेर जवाफ पठाइयो।')).toBeTruthy();
  });

  it('offers neither adding nor importing to users who only read', async () => {
    signInCustomer((name, verb) => name === 'black-list' && verb === 'post');
    open('/settings/blacklist');
    await screen.findByText('+977 9841000001');
    expect(screen.queryByRole('link', { name: /Add|Import a file/ })).toBeNull();
    expect(screen.queryByRole('button', { name: /Delete/ })).toBeNull();
  });
});

describe('adding a number', () => {
  it('says whose wish it is', async () => {
    answer = ({ method }) =>
      method === 'POST' ? { status: 201, body: { data: entry } } : { body: pageOf() };
    open('/settings/blacklist/create');
    const user = userEvent.setup();
    await user.type(await screen.findByRole('textbox', { name: 'Phone' }), '9841000001');
    expect((screen.getByRole('radio', { name: /We decide/ }) as HTMLInputElement).checked).toBe(true);
    await user.click(screen.getByRole('radio', { name: /opted out/ }));
    await user.type(screen.getByRole('textbox', { name: /^Reason/ }), 'By phone');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(posts()).toHaveLength(1));
    expect(posts()[0]?.body).toEqual({ phone: '9841000001', reason: 'By phone', source: 'opt-out' });
  });

  it('that is there already says why and offers its entry, before anything is sent', async () => {
    answer = ({ url }) =>
      url.includes(`/${entry.uuid}/`) ? { body: { data: entry } } : { body: pageOf(entry) };
    const { router } = open('/settings/blacklist/create');
    const user = userEvent.setup();
    await user.type(await screen.findByRole('textbox', { name: 'Phone' }), '९८४१-०००-००१');
    const notice = await screen.findByRole('alert');
    expect(notice.textContent).toContain(
      'This number is already on the blacklist. Opted out on 5 Mar 2026. Reason: Answered "STOP" to DEMO.',
    );
    expect(api.urls().filter((url) => url.includes('phone=+9779841000001'))).toHaveLength(1);
    await user.click(within(notice).getByRole('link', { name: 'Edit entry' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(router.state.location.pathname).toBe(`/settings/blacklist/${entry.uuid}`));
    expect(posts()).toEqual([]);
  });

  it('makes no request for an invalid number', async () => {
    open('/settings/blacklist/create');
    const user = userEvent.setup();
    const phone = await screen.findByRole('textbox', { name: 'Phone' });
    await user.type(phone, '98410');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(/^Too short/)).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(phone));
    expect(api.asked).toEqual([]);
  });
});

describe('an import', () => {
  it('shows how far it is, and can be stopped', async () => {
    answer = ({ method }) =>
      method === 'POST'
        ? { body: { data: { ...job, status: 'cancelled' } } }
        : { body: { data: posts().length > 0 ? { ...job, status: 'cancelled' } : job } };
    open(`/settings/blacklist/imports/${job.uuid}/show`);
    expect(await screen.findByText(/^5,000 rows read, 40% of the file/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /skipped rows/ })).toBeNull();
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Stop the import' }));
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('Numbers already imported are kept.');
    await user.click(within(dialog).getByRole('button', { name: 'Stop the import' }));
    expect(
      await screen.findByText('The import was stopped. Numbers already imported are kept.'),
    ).toBeTruthy();
    expect(screen.getByRole('button', { name: /skipped rows/ })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Show the blacklist' }).getAttribute('href')).toBe(
      '/settings/blacklist',
    );
  });
});

describe('why a plan refuses a blacklisted number', () => {
  const shownReason = (reason: string): string => {
    const row: RefusedRow = {
      source: 'numbers',
      row: 1,
      value: '+9779841000001',
      refusal: 'blacklisted',
      reason,
    };
    return refusalText(createI18nProvider(preferences.get().language).translate, row);
  };

  it.each([
    [
      'On the blacklist since 2026-03-05 (manual): Asked by phone, on Monday.',
      'On the blacklist since 5 Mar 2026, added by hand. Reason: Asked by phone, on Monday',
    ],
    ['On the blacklist since 2026-03-05 (import).', 'On the blacklist since 5 Mar 2026, imported'],
    [
      'On the blacklist since 2026-03-05 (opt-out): Answered "STOP" to DEMO.',
      'On the blacklist since 5 Mar 2026: opted out. Reason: Answered "STOP" to DEMO',
    ],
    // Another provider's server may say less.
    ['On the blacklist: Asked.', 'On the blacklist: Asked'],
    ['On the blacklist.', 'On the blacklist'],
  ])('%s', (reason, text) => expect(shownReason(reason)).toBe(text));

  it('is said in Nepali too', () => {
    preferences.set({ language: 'ne' });
    expect(shownReason('On the blacklist since 2026-03-05 (opt-out): Answered "STOP" to DEMO.')).toBe(
      '5 मार्च 2026देखि कालोसूचीमा छ: अब सन्देश नपठाउन भनिएको। कारण: DEMOलाई "STOP" भनेर जवाफ पठाइयो।',
    );
  });
});
