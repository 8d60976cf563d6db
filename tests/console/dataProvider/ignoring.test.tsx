import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { entityOf } from '../../../src/core/entities.ts';
import { createHttp } from '../../../src/core/http.ts';
import { preferences } from '../../../src/core/preferences.ts';
import { EntityList } from '../../../src/crud/EntityList.tsx';
import { createDataProvider } from '../../../src/dataProvider/dataProvider.ts';
import { BlacklistList } from '../../../src/resources/contacts/blacklist/BlacklistList.tsx';
import { ContactShow } from '../../../src/resources/contacts/contacts/ContactShow.tsx';
import { GroupList } from '../../../src/resources/contacts/groups/GroupList.tsx';
import { renderConsole, signInCustomer } from '../support/crudConsole.tsx';

const id = (n: number) => `0190a000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const at = (n: number) => new Date(Date.UTC(2026, 0, 1) - n * 1000).toISOString();
const moments = (n: number) => ({ created_at: at(n), updated_at: at(n) });
const entry = (n: number) => ({
  ...{ uuid: id(n), phone: `+97798410000${String(n).padStart(2, '0')}`, reason: '', source: sourceOf(n) },
  ...moments(n),
});
const group = (n: number) => ({ uuid: id(100 + n), name: `Group ${n}`, count: n, ...moments(n) });
const message = (n: number) => ({
  ...{ uuid: id(600 + n), campaign: id(700), phone: entry(n).phone, sender: 'DEMO', status: 'delivered' },
  ...{ parts: 1, text: `Text ${n}`, ...moments(n) },
});
const contact = {
  ...{ uuid: id(500), name: 'Sita', operator: 'ntc', attributes: {}, is_active: true, ...moments(1) },
};

/** An API that reads the page, its size and a record's id, and nothing else of an address. */
let api: FastifyInstance;
let base: string;
let asked: string[];
/** The contact that is looked at, the number of messages, and that of the blacklist's entries, with their sources. */
let phone: string;
let messages: number;
let entries: number;
let sourceOf: (n: number) => string;
/** The API's largest page, and whether its pages have links. */
let largest: number;
let hasLinks: boolean;

beforeEach(async () => {
  preferences.set({ language: 'en' });
  signInCustomer();
  asked = [];
  phone = '+9779841999999';
  messages = 30;
  entries = 60;
  largest = 50;
  hasLinks = true;
  sourceOf = () => 'manual';
  const lists: Record<string, () => { uuid: string }[]> = {
    '/v1/core/sms/blacklist-numbers/': () => Array.from({ length: entries }, (_, n) => entry(n + 1)),
    '/v1/contact/contact-group/': () => Array.from({ length: 40 }, (_, n) => group(n + 1)),
    '/v1/core/contacts/': () => [{ ...contact, phone, groups: [id(139), id(140)] }],
    '/v1/sms/dispatch/': () => Array.from({ length: messages }, (_, n) => message(n + 1)),
  };
  api = Fastify();
  api.addHook('onRequest', async ({ method, url }) => void asked.push(`${method} ${url}`));
  for (const [path, rows] of Object.entries(lists)) {
    api.get(path, ({ query }) => {
      const { page = '1', page_size = '25' } = query as Record<string, string>;
      const size = Math.min(Number(page_size), largest);
      const start = (Number(page) - 1) * size;
      const all = rows();
      const next = start + size < all.length ? `${path}?page=${Number(page) + 1}` : null;
      const links = hasLinks && { next, previous: null };
      return { count: all.length, ...links, results: all.slice(start, start + size) };
    });
    api.get(`${path}:uuid/`, ({ params }, reply) => {
      const found = rows().find(({ uuid }) => uuid === (params as { uuid: string }).uuid);
      return found ? { data: found } : reply.status(404).send({ detail: 'Not found.' });
    });
    api.delete(`${path}:uuid/`, (_, reply) => reply.status(204).send());
  }
  base = await api.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(async () => {
  cleanup();
  await api.close();
});

const provider = () => createDataProvider(createHttp({ base, onUnauthorized: () => undefined }));
const first = { pagination: { page: 1, perPage: 25 }, sort: { field: 'created_at', order: 'DESC' as const } };

describe('the data provider leaves out what does not fit', () => {
  test('of a look-up by a field', async () => {
    const look = (filter: object) => provider().getList('settings/blacklist', { ...first, filter });
    const found = await look({ phone: '9841000007' });
    expect([found.total, found.data.map(({ id: of }) => of)]).toEqual([1, [id(7)]]);
    expect(found.meta).toMatchObject({ unapplied: { filters: ['phone'] } });
    expect((await look({ phone: '9841999999' })).data).toEqual([]);
  });

  test('of a reference from another record', async () => {
    const params = { ...first, target: 'groups', id: id(1), filter: {}, meta: undefined };
    expect((await provider().getManyReference('contact', params)).data).toEqual([]);
  });

  test('of ids, and asks for the others one by one', async () => {
    const { data } = await provider().getMany('contact/groups', { ids: [id(140), id(101), id(999)] });
    expect(data.map(({ name }) => name)).toEqual(['Group 1', 'Group 40']);
    expect(asked.slice(1)).toEqual([id(140), id(999)].map((of) => `GET /v1/contact/contact-group/${of}/`));
  });
});

describe('a page of a list with a filter of its own, which the server ignores', () => {
  const own = { source: 'opt-out' };
  const page = (api: ReturnType<typeof provider>, number: number) =>
    api.getList('settings/blacklist', {
      ...{ pagination: { page: number, perPage: 10 }, sort: first.sort, filter: own },
      meta: { page: 'answered', own },
    });
  const numbers = ({ data }: { data: { id: unknown }[] }) =>
    data.map((row) => Number(String(row.id).slice(-4)));

  test('has its records, from as many pages of the server as that takes', async () => {
    sourceOf = (n) => (n % 4 === 0 ? 'opt-out' : 'manual');
    const api = provider();
    const one = await page(api, 1);
    expect(numbers(one)).toEqual([4, 8, 12, 16, 20, 24, 28, 32, 36, 40]);
    expect([one.meta?.countIsMinimum, one.pageInfo?.hasNextPage]).toEqual([true, true]);
    const two = await page(api, 2);
    expect(numbers(two)).toEqual([44, 48, 52, 56, 60]);
    expect([two.total, two.meta?.countIsMinimum, two.pageInfo?.hasNextPage]).toEqual([15, false, false]);
    for (const { meta } of [one, two])
      expect(meta?.unapplied).toEqual({ filters: [], search: false, order: false });
  });

  test('has its records from small pages without links, too', async () => {
    [largest, hasLinks] = [10, false];
    sourceOf = (n) => (n % 4 === 0 ? 'opt-out' : 'manual');
    const api = provider();
    expect(numbers(await page(api, 1))).toEqual([4, 8, 12, 16, 20, 24, 28, 32, 36, 40]);
    const two = await page(api, 2);
    expect(numbers(two)).toEqual([44, 48, 52, 56, 60]);
    expect([two.total, two.meta?.countIsMinimum, two.pageInfo?.hasNextPage]).toEqual([15, false, false]);
  });

  test('has no record twice because one page of the server happens to fit', async () => {
    sourceOf = (n) => (n > 5 ? 'opt-out' : 'manual');
    const api = provider();
    expect(numbers(await page(api, 1))).toEqual([6, 7, 8, 9, 10, 11, 12, 13, 14, 15]);
    expect(numbers(await page(api, 2))).toEqual([16, 17, 18, 19, 20, 21, 22, 23, 24, 25]);
  });

  test('says of how many records it knows, and does not read them all', async () => {
    entries = 2000;
    const { data, meta } = await page(provider(), 1);
    expect([data, meta?.countIsMinimum, meta?.unapplied?.searched]).toEqual([[], true, 500]);
    expect(asked).toHaveLength(11);
  });

  test('costs nothing where the server applies it', async () => {
    sourceOf = () => 'opt-out';
    const { total, meta } = await page(provider(), 1);
    expect([total, meta?.unapplied, asked.length]).toEqual([60, undefined, 1]);
  });
});

describe('a contact’s page', () => {
  const open = () =>
    renderConsole(
      [
        { name: 'contact', list: <p>the list</p>, show: <ContactShow /> },
        { name: 'contact/groups', list: <GroupList /> },
        { name: 'settings/blacklist', list: <BlacklistList /> },
        { name: 'sms/dispatch', list: <p>messages</p> },
      ],
      `/contact/${id(500)}/show`,
      base,
    );

  test('does not take the first entry for the number’s, nor offers to delete it', async () => {
    open();
    expect(
      await screen.findByText(/We could not check whether this number is on the blacklist/),
    ).toBeTruthy();
    expect(screen.queryByText(/On the blacklist/)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Remove from the blacklist' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Add to the blacklist' })).toBeTruthy();
  });

  test('says nothing about the blacklist if a short list does not have the number', async () => {
    entries = 3;
    open();
    await screen.findByRole('button', { name: 'Add to the blacklist' });
    expect(screen.queryByText(/We could not check/)).toBeNull();
    expect(screen.queryByText(/On the blacklist/)).toBeNull();
  });

  test('removes only the number’s own entry', async () => {
    phone = entry(9).phone;
    open();
    const user = userEvent.setup();
    await screen.findByText(/On the blacklist/);
    await user.click(screen.getByRole('button', { name: /Remove from the blacklist|Take off|Remove/ }));
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('+977 9841000009');
    await user.click([...dialog.querySelectorAll('button')].at(-1) as HTMLElement);
    await waitFor(() => expect(asked.filter((one) => one.startsWith('DELETE'))).toHaveLength(1));
    expect(asked.find((one) => one.startsWith('DELETE'))).toBe(
      `DELETE /v1/core/sms/blacklist-numbers/${id(9)}/`,
    );
  });

  test('shows no message to another number', async () => {
    open();
    expect(await screen.findByText('No messages to this number yet')).toBeTruthy();
    expect(screen.queryByText(/Text \d/)).toBeNull();
    expect(screen.queryByText(/The server/)).toBeNull();
  });

  test('says of many messages that some may be missing', async () => {
    messages = 2000;
    open();
    expect(await screen.findByText(/Only its first 500 records were searched/)).toBeTruthy();
    expect(screen.queryByText(/Text \d/)).toBeNull();
    expect(screen.queryByText(/No messages/)).toBeNull();
  });

  test('names its groups by their own names', async () => {
    open();
    expect(await screen.findByText('Group 40')).toBeTruthy();
    expect(screen.getByText('Group 39')).toBeTruthy();
    expect(screen.queryByText('Group 1')).toBeNull();
  });
});

describe('a list', () => {
  const open = (query: string, filter?: Record<string, unknown>) =>
    renderConsole(
      [
        {
          name: 'settings/blacklist',
          list: <EntityList entity={entityOf('settings/blacklist')} filter={filter} />,
        },
      ],
      `/settings/blacklist${query}`,
      base,
    );
  const filtered = (filter: object) => `?filter=${encodeURIComponent(JSON.stringify(filter))}`;

  test('says that a filter was not applied, does not count it, and offers no act on all that match', async () => {
    open(filtered({ source: 'opt-out' }));
    const alert = await screen.findByText(/The server did not apply: .*The list shows other records, too\./);
    expect(alert.closest('[role="alert"]')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Filters' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Filters (1)' })).toBeNull();
    const [all] = screen.getAllByRole('checkbox');
    await userEvent.click(all as HTMLElement);
    await screen.findByRole('button', { name: 'Delete' });
    expect(screen.queryByRole('button', { name: /^Select all/ })).toBeNull();
  });

  test('says that it was not sorted', async () => {
    open('?sort=created_at&order=ASC');
    expect(await screen.findByText(/The server did not sort the list as you chose\./)).toBeTruthy();
  });

  test('says nothing where all rows fit', async () => {
    open(filtered({ source: 'manual' }));
    await screen.findByRole('button', { name: 'Filters (1)' });
    expect(screen.queryByText(/The server did not/)).toBeNull();
  });

  test('with a fixed filter shows only its records, without a notice', async () => {
    sourceOf = (n) => (n % 30 === 0 ? 'opt-out' : 'manual');
    open('', { source: 'opt-out' });
    await screen.findByText('+977 9841000030');
    expect(screen.getAllByText(/^\+977 98410000/).map((cell) => cell.textContent)).toEqual([
      '+977 9841000030',
      '+977 9841000060',
    ]);
    expect(screen.queryByText(/The server/)).toBeNull();
    // The server would delete the others as well.
    await userEvent.click(screen.getAllByRole('checkbox')[0] as HTMLElement);
    await screen.findByRole('button', { name: 'Delete' });
    expect(screen.queryByRole('button', { name: /^Select all/ })).toBeNull();
  });

  test('says where it may lack some of them, and not that there are none', async () => {
    entries = 2000;
    open('', { source: 'opt-out' });
    expect(await screen.findByText(/Only its first 500 records were searched/)).toBeTruthy();
    expect(screen.queryByText(/^No results|yet$/)).toBeNull();
  });
});
