import { beforeEach, expect, it } from 'vitest';
import { forgetAhead } from '../../../src/core/ahead.ts';
import { lookOf, storePrefix } from '../../../src/core/look.ts';
import { setUser } from '../../../src/core/session.ts';
import { listAhead, noteList, takeDrawing } from '../../../src/start/firstList.ts';
import { signInCustomer } from '../support/crudConsole.tsx';

const FIRST = '/v1/core/contacts/?page=1&page_size=25&ordering=-created_at';
const SORTED = '/v1/core/contacts/?page=1&page_size=25&ordering=name';
const at = (path: string) => new URL(path, 'http://console.test');

beforeEach(() => {
  localStorage.clear();
  history.replaceState(null, '', '/contact');
  forgetAhead();
});

const DRAWN = { html: '<main></main>', css: '' };

/** Signs in to the list, whose answer has a drawing of it. */
function takeDrawn() {
  setUser(null);
  const ahead = listAhead(at('/contact'));
  signInCustomer();
  ahead?.take({ count: 7 }, DRAWN);
  return ahead;
}

it('takes the drawing of the list that came with the session, once', () => {
  const look = JSON.stringify(lookOf('contact'));
  expect(takeDrawn()?.prefer).toBe(`also="${FIRST}"; look="${encodeURIComponent(look)}"`);
  expect(takeDrawing(at('/contact'))).toMatchObject({ ...DRAWN, look });
  expect(takeDrawing(at('/contact'))).toBeUndefined();
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

it('takes no drawing for another address', () => {
  takeDrawn();
  expect(takeDrawing(at('/sms'))).toBeUndefined();
});
