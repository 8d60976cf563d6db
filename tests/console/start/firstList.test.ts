import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import Cookies from 'js-cookie';
import { createElement } from 'react';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { entityOf } from '../../../src/core/entities.ts';
import { createHttp } from '../../../src/core/http.ts';
import { lookOf } from '../../../src/core/look.ts';
import { getUser, setUser, type User } from '../../../src/core/session.ts';
import { EntityList } from '../../../src/crud/EntityList.tsx';
import {
  consumeList,
  consumePage,
  isDrawn,
  listAhead,
  noteList,
  startList,
} from '../../../src/start/firstList.ts';
import { type Answer, startApi } from '../support/api.ts';
import { renderConsole, signInCustomer } from '../support/crudConsole.tsx';
import { pointTo } from '../support/jsonServer.ts';
import { writePageData } from '../support/writePageData.ts';

const FIRST = '/v1/core/contacts/?page=1&page_size=25&ordering=-created_at';
const SORTED = '/v1/core/contacts/?page=1&page_size=25&ordering=name';
const at = (path: string) => new URL(path, 'http://console.test');

let answer: Answer;
let api: Awaited<ReturnType<typeof startApi>>;
const start = (path: string) => startList(at(path), createHttp({ base: api.base }));

/** What was asked before this: a request of its own comes after all that were sent. */
async function urlsUntilNow(): Promise<string[]> {
  await createHttp({ base: api.base }).json('/v1/last/');
  return api.urls().filter((url) => url !== 'GET /v1/last/');
}

beforeEach(async () => {
  answer = { body: { count: 0 } };
  api = await startApi(() => answer);
  localStorage.clear();
  signInCustomer();
});
afterEach(async () => {
  cleanup();
  consumeList('contact', '');
  Cookies.remove('list', { path: '/contact' });
  vi.useRealTimers();
  await api.close();
});

it('asks for the list of the address, whose rows the list takes once', async () => {
  start('/contact');
  expect(consumeList('sms', '/v1/sms/campaigns/')).toBeUndefined();
  expect(await consumeList('contact', FIRST)).toEqual({ count: 0 });
  expect(consumeList('contact', FIRST)).toBeUndefined();
  expect(api.urls()).toEqual([`GET ${FIRST}`]);
});

it('keeps the rows that have arrived, and returns them once', async () => {
  const here = start('/contact');
  expect(consumePage('contact', FIRST)).toBeUndefined();
  await here;
  expect(consumePage('contact', SORTED)).toBeUndefined();
  expect(consumePage('contact', FIRST)).toEqual({ count: 0 });
  expect(consumePage('contact', FIRST)).toBeUndefined();
  expect(consumeList('contact', FIRST)).toBeUndefined();
});

it('keeps nobody waiting for what failed, or is no list', async () => {
  answer = { status: 503, body: { detail: 'Busy.' } };
  await start('/contact');
  expect(consumePage('contact', FIRST)).toBeUndefined();
  await expect(consumeList('contact', FIRST)).rejects.toThrow('Busy.');
  await start('/profile');
  expect(api.urls()).toEqual([`GET ${FIRST}`]);
});

it('asks for nothing that the user may not read, nor as nobody', async () => {
  setUser({ ...(getUser() as User), ui_permissions: [['campaign-list', 'get']] });
  await start('/contact');
  setUser(null);
  await start('/contact');
  expect(await urlsUntilNow()).toEqual([]);
});

it('does not keep a refusal, which may be over when the list comes', async () => {
  answer = { status: 403, body: { detail: 'Set up two-factor sign-in first.' } };
  await start('/contact');
  expect(consumeList('contact', FIRST)).toBeUndefined();
});

it('is drawn with its rows from the start, and not asked for again', async () => {
  const row = { uuid: '01890000-0000-7000-8000-00000000000a', name: 'Ram Thapa', phone: '+9779841000001' };
  answer = { body: { count: 1, next: null, previous: null, results: [row] } };
  start('/contact');
  await urlsUntilNow();
  const list = createElement(EntityList, { entity: entityOf('contact') });
  renderConsole([{ name: 'contact', list }], '/contact', api.base, { consumeList, consumePage });
  expect(screen.getByText('Ram Thapa')).toBeTruthy();
  await urlsUntilNow();
  expect((await urlsUntilNow()).filter((url) => url.includes('/contacts/'))).toEqual([`GET ${FIRST}`]);
});

it('gives nothing to a list that asks for something else, and asks for that the next time', async () => {
  start('/contact/');
  expect(consumeList('contact', SORTED)).toBeUndefined();
  start('/contact');
  expect(await consumeList('contact', SORTED)).toEqual({ count: 0 });
});

it('remembers it for the user alone', async () => {
  start('/contact');
  expect(consumeList('contact', SORTED)).toBeUndefined();
  setUser({ ...(getUser() as User), uuid: '0190a000-0000-7000-8000-0000000000ff' });
  start('/contact');
  expect(await consumeList('contact', FIRST)).toEqual({ count: 0 });
});

it('gives no answer that was waiting for too long', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  start('/contact');
  vi.advanceTimersByTime(16_000);
  expect(consumeList('contact', FIRST)).toBeUndefined();
});

it('lets the list hear of a failure', async () => {
  answer = { status: 500, body: { detail: 'It broke.', code: 'internal' } };
  start('/contact');
  await expect(consumeList('contact', FIRST)).rejects.toMatchObject({ message: 'It broke.', status: 500 });
});

it.each([
  ['an address with a query', '/contact?page=2'],
  ['a record', '/contact/01890000-0000-7000-8000-00000000000a/show'],
  ['no list', '/profile'],
])('asks nothing for %s', async (_, path) => {
  start(path);
  expect(await urlsUntilNow()).toEqual([]);
});

it('asks nothing that the user may not see', async () => {
  signInCustomer((name) => name === 'contact-list');
  start('/contact');
  expect(await urlsUntilNow()).toEqual([]);
});

it('asks for nothing that came with the session', async () => {
  const ahead = listAhead(at('/contact'));
  expect(ahead?.path).toBe(FIRST);
  ahead?.take({ count: 7 });
  expect(await start('/contact')).toEqual({ count: 7 });
  expect(consumePage('contact', FIRST)).toEqual({ count: 7 });
  expect(consumePage('contact', FIRST)).toBeUndefined();
  expect(await urlsUntilNow()).toEqual([]);
});

it.each(['/contact?page=2', '/profile', '/'])('wants nothing with the session for %s', (path) => {
  expect(listAhead(at(path))).toBeUndefined();
});

it('asks for what the user saw last, whatever came with the session', async () => {
  start('/contact');
  consumeList('contact', SORTED);
  listAhead(at('/contact'))?.take({ count: 7 });
  expect(await start('/contact')).toEqual({ count: 0 });
  expect(await consumeList('contact', SORTED)).toEqual({ count: 0 });
});

it('does not show another list what came with the session, nor what came long ago', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  listAhead(at('/contact'))?.take({ count: 7 });
  await start('/contact/groups');
  expect(consumePage('contact', FIRST)).toBeUndefined();
  listAhead(at('/contact'))?.take({ count: 7 });
  vi.advanceTimersByTime(16_000);
  expect(await start('/contact')).toEqual({ count: 0 });
});

/** What the server wrote into the page. */
const writeList = (list: unknown) => writePageData('list', list);

it('takes the list from the page, once', async () => {
  writeList({ path: FIRST, page: { count: 7 } });
  expect(await start('/contact')).toEqual({ count: 7 });
  expect(consumePage('contact', FIRST)).toEqual({ count: 7 });
  expect(await start('/contact')).toEqual({ count: 0 });
  expect(await urlsUntilNow()).toEqual([`GET ${FIRST}`]);
});

it.each([null, { path: SORTED, page: { count: 7 } }, 'nonsense'])(
  'asks if the page has %j instead',
  async (list) => {
    writeList(list);
    expect(await start('/contact')).toEqual({ count: 0 });
  },
);

/** Leaves the page, which tells its server before it goes. */
const leave = () => window.dispatchEvent(new Event('pagehide'));
/** Which request the server has been told of. */
const told = () => Cookies.get('list')?.replace(/#.*/, '');

it('tells the server of the page what to write there, at its own address', () => {
  start('/contact');
  consumeList('contact', SORTED);
  leave();
  expect(Cookies.get('list')).toBeUndefined();
  history.replaceState(null, '', '/contact');
  expect(told()).toBe(`contact:${SORTED}`);
  start('/contact');
  consumeList('contact', FIRST);
  leave();
  expect(told()).toBe(`contact:${FIRST}`);
});

it('tells it once the list is there and the browser has time', async () => {
  history.replaceState(null, '', '/contact');
  start('/contact');
  consumeList('contact', SORTED);
  await vi.waitFor(() => expect(told()).toBe(`contact:${SORTED}`));
});

/** The list of contacts, as it is on its own page or inside of another one. */
async function renderList(filter?: Record<string, unknown>) {
  const row = { uuid: '01890000-0000-7000-8000-00000000000a', name: 'Ram Thapa', phone: '+9779841000001' };
  answer = { body: { count: 1, next: null, previous: null, results: [row] } };
  history.replaceState(null, '', '/contact');
  const list = createElement(EntityList, { entity: entityOf('contact'), ...(filter && { filter }) });
  renderConsole([{ name: 'contact', list }], '/contact', api.base, { consumeList, consumePage, noteList });
  await screen.findByText('Ram Thapa');
}

it('tells it of the order that was chosen since', async () => {
  await renderList();
  leave();
  expect(told()).toBe(`contact:${FIRST}`);
  fireEvent.click(within(screen.getByRole('columnheader', { name: /^Name/ })).getByRole('button'));
  await vi.waitFor(() => {
    leave();
    expect(told()).toBe(`contact:${SORTED}`);
  });
  cleanup();
  await start('/contact');
  expect(consumePage('contact', SORTED)).toBeDefined();
});

it('tells it nothing of a list with a filter that nobody chose', async () => {
  noteList('contact', FIRST);
  await renderList({ operator: 'ntc' });
  leave();
  expect(told()).toBe(`contact:${FIRST}`);
});

it('tells it nothing that a search or a filter looks for', () => {
  history.replaceState(null, '', '/contact');
  const visit = (path: string) => {
    start('/contact');
    consumeList('contact', path);
    leave();
  };
  visit(FIRST);
  expect(told()).toBe(`contact:${FIRST}`);
  visit(`${FIRST}&search=9841000001`);
  expect(told()).toBeUndefined();
  visit(`${FIRST}&operator=ntc`);
  expect(told()).toBeUndefined();
});

it('tells it nothing where the API is elsewhere', () => {
  pointTo(api.base);
  onTestFinished(() => pointTo(''));
  start('/contact');
  consumeList('contact', FIRST);
  leave();
  history.replaceState(null, '', '/contact');
  expect(Cookies.get('list')).toBeUndefined();
});

it('continues with a list that the server has drawn for this user as it is drawn here', () => {
  history.replaceState(null, '', '/contact');
  const root = document.createElement('div');
  root.id = 'root';
  document.body.append(root);
  onTestFinished(() => root.remove());
  const isHere = () => isDrawn(at('/contact'));
  expect(isHere()).toBe(false);
  root.dataset.drawn = getUser()?.uuid ?? '';
  root.dataset.look = JSON.stringify(lookOf('contact'));
  expect(isHere()).toBe(true);
  localStorage.setItem(`RaStore${getUser()?.uuid}.lists.density`, '"compact"');
  expect(isHere()).toBe(false);
  root.dataset.look = JSON.stringify(lookOf('contact'));
  expect(isHere()).toBe(true);
  root.dataset.drawn = 'another';
  expect(isHere()).toBe(false);
});
