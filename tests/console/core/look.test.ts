import Cookies from 'js-cookie';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { look as lookSchema } from '#schema/rendering.ts';
import { tellList } from '../../../src/core/listAhead.ts';
import { isLookOf, lookOf, PHONE, storePrefix, windowHeight } from '../../../src/core/look.ts';
import { getUser, setUser, type User } from '../../../src/core/session.ts';
import { signInCustomer } from '../support/crudConsole.tsx';

const PATH = '/v1/core/contacts/?page=1&page_size=25&ordering=-created_at';
const store = (key: string, value: unknown) =>
  localStorage.setItem(storePrefix() + key, JSON.stringify(value));
/** The cookie of the address, which only pages below it see. */
const cookie = () => Cookies.get('list');

beforeEach(() => {
  localStorage.clear();
  signInCustomer();
  history.replaceState(null, '', '/contact');
});
afterEach(() => {
  Cookies.remove('list', { path: '/contact' });
  vi.unstubAllGlobals();
});

it('has what this user chose for the list and for all lists, and nothing else', () => {
  store('lists.density', 'compact');
  store('contact.hiddenColumns', ['phone']);
  store('contact.savedQueries', [{ label: 'x', value: { filter: { q: '9841000001' } } }]);
  store('sms.hiddenColumns', ['name']);
  store('contact.first', PATH);
  localStorage.setItem('RaStoreother.contact.columnOrder', '["name"]');
  localStorage.setItem('preferences', '{"language":"ne"}');
  expect(lookOf('contact')).toEqual({
    preferences: '{"language":"ne"}',
    media: [],
    isMac: false,
    height: windowHeight(),
    store: { 'lists.density': '"compact"', 'contact.hiddenColumns': '["phone"]' },
  });
});

it('is one that a server accepts', () => {
  expect(lookSchema.parse(lookOf('contact'))).toEqual(lookOf('contact'));
});

it('says what kind of screen it is', () => {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === PHONE }));
  vi.stubGlobal('navigator', { platform: 'MacIntel' });
  expect(lookOf('contact')).toMatchObject({ media: [PHONE], isMac: true });
});

it('is the same while a phone hides its address bar', () => {
  vi.stubGlobal('innerHeight', 640);
  const before = windowHeight();
  vi.stubGlobal('innerHeight', 696);
  expect(windowHeight()).toBe(before);
  vi.stubGlobal('innerHeight', 900);
  expect(windowHeight()).toBeGreaterThan(before);
});

it.each([
  ['a search', { filter: { q: '9841000001' } }],
  ['a filter', { filter: { is_active: true } }],
])('is nobody’s to know after %s', (_, params) => {
  store('contact.listParams', params);
  expect(lookOf('contact')).toBeUndefined();
  tellList('contact', PATH);
  expect(cookie()).toBe(`contact:${PATH}#`);
});

it('is there for a list that was only sorted', () => {
  store('contact.listParams', { filter: {}, sort: 'name' });
  expect(lookOf('contact')?.store).toHaveProperty(['contact.listParams']);
});

it('is missing where the browser keeps nothing', () => {
  const { localStorage: kept } = window;
  vi.stubGlobal('localStorage', { ...kept, getItem: () => expect.fail('blocked') });
  expect(lookOf('contact')).toBeUndefined();
  expect(isLookOf('contact', '{}')).toBe(false);
});

it('goes to the server as text, and is the same until something is chosen', () => {
  const told = JSON.stringify(lookOf('contact'));
  tellList('contact', PATH);
  expect(cookie()).toBe(`contact:${PATH}#${told}`);
  expect(isLookOf('contact', told)).toBe(true);
  store('lists.density', 'compact');
  expect(isLookOf('contact', told)).toBe(false);
  expect(isLookOf('contact', undefined)).toBe(false);
});

it('of another user is another', () => {
  store('lists.density', 'compact');
  const told = JSON.stringify(lookOf('contact'));
  setUser({ ...(getUser() as User), uuid: '0190a000-0000-7000-8000-0000000000ff' });
  expect(isLookOf('contact', told)).toBe(false);
});

it('stays behind if it makes the cookie long', () => {
  store(
    'contact.columnOrder',
    Array.from({ length: 200 }, (_, index) => `column${index}`),
  );
  tellList('contact', PATH);
  expect(cookie()).toBe(`contact:${PATH}#`);
});
