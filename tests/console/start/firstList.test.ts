import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import Cookies from 'js-cookie';
import { createElement } from 'react';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { forgetAhead, takeAhead, takeArrived } from '../../../src/core/ahead.ts';
import { entityOf } from '../../../src/core/entities.ts';
import { createHttp } from '../../../src/core/http.ts';
import { lookOf } from '../../../src/core/look.ts';
import { getUser, setUser, type User } from '../../../src/core/session.ts';
import { EntityList } from '../../../src/crud/EntityList.tsx';
import { createDataProvider } from '../../../src/dataProvider/dataProvider.ts';
import { isDrawn, listAhead, noteList, startList } from '../../../src/start/firstList.ts';
import { type Answer, startApi } from '../support/api.ts';
import { renderConsole, signInCustomer } from '../support/crudConsole.tsx';
import { pointTo } from '../support/jsonServer.ts';
import { writePageData } from '../support/writePageData.ts';

const FIRST = '/v1/core/contacts/?page=1&page_size=25&ordering=-created_at';
const SORTED = '/v1/core/contacts/?page=1&page_size=25&ordering=name';
const PERSON = { uuid: '01890000-0000-7000-8000-00000000000a', name: 'Ram Thapa', phone: '+9779841000001' };
const ROWS = { count: 1, next: null, previous: null, results: [PERSON] };
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
  history.replaceState(null, '', '/contact');
  forgetAhead();
  signInCustomer();
});
afterEach(async () => {
  cleanup();
  Cookies.remove('list', { path: '/contact' });
  vi.useRealTimers();
  await api.close();
});

it('asks for the list of the address, whose rows the list takes once', async () => {
  start('/contact');
  expect(await takeAhead(FIRST)).toEqual({ count: 0 });
  expect(takeAhead(FIRST)).toBeUndefined();
  expect(api.urls()).toEqual([`GET ${FIRST}`]);
});

it('keeps nobody waiting for what failed, or is no list', async () => {
  answer = { status: 503, body: { detail: 'Busy.' } };
  expect(await start('/contact')).toBeUndefined();
  expect(await start('/profile')).toBeUndefined();
  expect(api.urls()).toEqual([`GET ${FIRST}`]);
});

it('asks for nothing that the user may not read, nor as nobody', async () => {
  setUser({ ...(getUser() as User), ui_permissions: [['campaign-list', 'get']] });
  await start('/contact');
  setUser(null);
  await start('/contact');
  expect(await urlsUntilNow()).toEqual([]);
});

it('is drawn with its rows from the start, and not asked for again', async () => {
  answer = { body: ROWS };
  start('/contact');
  await urlsUntilNow();
  const list = createElement(EntityList, { entity: entityOf('contact') });
  renderConsole([{ name: 'contact', list }], '/contact', api.base);
  expect(screen.getByText('Ram Thapa')).toBeTruthy();
  await urlsUntilNow();
  expect((await urlsUntilNow()).filter((url) => url.includes('/contacts/'))).toEqual([`GET ${FIRST}`]);
});

it('asks for what the list showed last, for the user alone', async () => {
  noteList('contact', SORTED);
  await start('/contact/');
  expect(takeArrived(SORTED)).toEqual({ count: 0 });
  setUser({ ...(getUser() as User), uuid: '0190a000-0000-7000-8000-0000000000ff' });
  await start('/contact');
  expect(takeArrived(FIRST)).toEqual({ count: 0 });
});

it('lets the list hear of a failure', async () => {
  answer = { status: 500, body: { detail: 'It broke.', code: 'internal' } };
  start('/contact');
  await expect(takeAhead(FIRST)).rejects.toMatchObject({ message: 'It broke.', status: 500 });
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
  expect(ahead?.prefer).toMatch(`also="${FIRST}"`);
  ahead?.take({ count: 7 }, undefined);
  expect(await start('/contact')).toEqual({ count: 7 });
  expect(takeArrived(FIRST)).toEqual({ count: 7 });
  expect(await urlsUntilNow()).toEqual([]);
});

it.each(['/contact?page=2', '/profile', '/'])('wants nothing with the session for %s', (path) => {
  expect(listAhead(at(path))).toBeUndefined();
});

it('asks for what the user saw last, whatever came with the session', async () => {
  const ahead = listAhead(at('/contact'));
  noteList('contact', SORTED);
  ahead?.take({ count: 7 }, undefined);
  expect(await start('/contact')).toEqual({ count: 0 });
  expect(takeArrived(SORTED)).toEqual({ count: 0 });
});

it('does not show what came long ago with the session', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  listAhead(at('/contact'))?.take({ count: 7 }, undefined);
  vi.advanceTimersByTime(16_000);
  expect(await start('/contact')).toEqual({ count: 0 });
});

/** What the server wrote into the page. */
const writeList = (list: unknown) => writePageData('list', list);

it('takes the list from the page, once', async () => {
  writeList({ path: FIRST, page: { count: 7 } });
  expect(await start('/contact')).toEqual({ count: 7 });
  expect(takeArrived(FIRST)).toEqual({ count: 7 });
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
  noteList('contact', SORTED);
  leave();
  expect(told()).toBe(`contact:${SORTED}`);
  history.replaceState(null, '', '/profile');
  expect(Cookies.get('list')).toBeUndefined();
  history.replaceState(null, '', '/contact');
  noteList('contact', FIRST);
  leave();
  expect(told()).toBe(`contact:${FIRST}`);
});

it('tells it once the list is there and the browser has time', async () => {
  noteList('contact', SORTED);
  await vi.waitFor(() => expect(told()).toBe(`contact:${SORTED}`));
});

/** The list of contacts, as it is on its own page or inside of another one. */
async function renderList() {
  answer = { body: ROWS };
  const list = createElement(EntityList, { entity: entityOf('contact') });
  renderConsole([{ name: 'contact', list }], '/contact', api.base, noteList);
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
  expect(takeArrived(SORTED)).toBeDefined();
});

it('tells it of the look although its rows came ahead', async () => {
  answer = { body: ROWS };
  await start('/contact');
  await renderList();
  leave();
  expect(told()).toBe(`contact:${FIRST}`);
});

it('tells it nothing of a list inside another page', async () => {
  noteList('contact', SORTED);
  history.replaceState(null, '', '/contact/groups/01890000-0000-7000-8000-00000000000b/show');
  await renderList();
  leave();
  history.replaceState(null, '', '/contact');
  expect(told()).toBe(`contact:${SORTED}`);
  await start('/contact');
  expect(takeArrived(SORTED)).toBeDefined();
});

it('tells it nothing of what a field offers on the list’s page', async () => {
  const noted = vi.fn();
  const provider = createDataProvider(createHttp({ base: api.base }), noted);
  answer = { body: ROWS };
  const asked = {
    pagination: { page: 1, perPage: 5 },
    sort: { field: 'name', order: 'ASC' as const },
    filter: {},
  };
  await provider.getList('contact', asked);
  expect(noted).not.toHaveBeenCalled();
  await provider.getList('contact', { ...asked, meta: { page: 'answered' } });
  expect(noted).toHaveBeenCalledExactlyOnceWith(
    'contact',
    '/v1/core/contacts/?page=1&page_size=5&ordering=name',
  );
});

it('tells it nothing that a search or a filter looks for', () => {
  const visit = (path: string) => {
    noteList('contact', path);
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
  noteList('contact', FIRST);
  leave();
  expect(Cookies.get('list')).toBeUndefined();
});

it('continues with a list that the server has drawn for this user as it is drawn here', () => {
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
