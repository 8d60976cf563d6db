import Cookies from 'js-cookie';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { forgetAhead } from '../../../src/core/ahead.ts';
import { lookOf, storePrefix } from '../../../src/core/look.ts';
import { setUser } from '../../../src/core/session.ts';
import { listAhead, noteList, takeDrawing } from '../../../src/start/firstList.ts';
import { signInCustomer } from '../support/crudConsole.tsx';
import { pointTo } from '../support/jsonServer.ts';

const FIRST = '/v1/core/contacts/?page=1&page_size=25&ordering=-created_at';
const SORTED = '/v1/core/contacts/?page=1&page_size=25&ordering=name';
const at = (path: string) => new URL(path, 'http://console.test');

beforeEach(() => {
  signInCustomer();
  localStorage.clear();
  history.replaceState(null, '', '/contact');
  forgetAhead();
});

const DRAWN = { html: '<main></main>', css: '' };

/** Signs in to the list, whose answer has a drawing of it. */
function takeDrawn(drawn: unknown = DRAWN) {
  setUser(null);
  const ahead = listAhead(at('/contact'));
  signInCustomer();
  ahead?.take({ count: 7 }, drawn);
  return ahead;
}

it('takes the drawing of the list that came with the session, once', () => {
  const look = JSON.stringify(lookOf('contact'));
  expect(takeDrawn()?.prefer).toBe(`also="${FIRST}"; look="${encodeURIComponent(look)}"`);
  expect(takeDrawing(at('/contact'))).toMatchObject({ ...DRAWN, look });
  expect(takeDrawing(at('/contact'))).toBeUndefined();
  // The next page of this address can come with it.
  dispatchEvent(new Event('pagehide'));
  expect(Cookies.get('list')).toBe(`contact:${FIRST}#${look}`);
});

it.each([
  ['that begins with another page for this user', () => noteList('contact', SORTED)],
  [
    'that this user sees in another way',
    () => localStorage.setItem(`${storePrefix()}lists.density`, '"compact"'),
  ],
])('takes no drawing of a list %s', (_, differ) => {
  takeDrawn();
  differ();
  expect(takeDrawing(at('/contact'))).toBeUndefined();
});

it('takes none from an API on another origin, nor says how it draws', () => {
  pointTo('https://api.test');
  onTestFinished(() => pointTo(''));
  expect(takeDrawn()?.prefer).toBe(`also="${FIRST}"`);
  expect(takeDrawing(at('/contact'))).toBeUndefined();
});

it.each([[null], ['<main></main>'], [{}], [{ html: {}, css: '' }], [{ html: '' }]])(
  'takes no drawing of %j',
  (drawn) => {
    takeDrawn(drawn);
    expect(takeDrawing(at('/contact'))).toBeUndefined();
  },
);

it('asks for what the only user of this browser saw last, as they see it', () => {
  noteList('contact', SORTED);
  localStorage.setItem(`${storePrefix()}lists.density`, '"compact"');
  const look = JSON.stringify(lookOf('contact'));
  expect(takeDrawn()?.prefer).toBe(`also="${SORTED}"; look="${encodeURIComponent(look)}"`);
  expect(takeDrawing(at('/contact'))).toMatchObject({ ...DRAWN, look });
});

it('asks for a list as it begins for somebody new where several users have signed in', () => {
  noteList('contact', SORTED);
  localStorage.setItem('RaStore0190a000-0000-7000-8000-0000000000ff.lists.density', '"compact"');
  expect(takeDrawn()?.prefer).toContain(`also="${FIRST}"`);
});

it('takes no drawing for another address', () => {
  takeDrawn();
  expect(takeDrawing(at('/sms'))).toBeUndefined();
});
