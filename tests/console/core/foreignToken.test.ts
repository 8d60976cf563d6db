import Cookies from 'js-cookie';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { preferences } from '../../../src/core/preferences.ts';
import { endSession, getToken, hasEnded, startSession } from '../../../src/core/session.ts';
import { text } from '../../../src/public/text.ts';

/** The document of the tests, whose address is nobody's to change. */
declare const jsdom: { reconfigure(settings: { url: string }): void };
const HERE = location.href;

/** Another application on the parent domain, with a cookie of the same name. */
const place = { domain: 'example.com', path: '/' };
const keepForeign = (token: string) => Cookies.set('token', token, place);

beforeEach(() => {
  jsdom.reconfigure({ url: 'https://sms.example.com/login' });
  keepForeign('foreign');
});
afterEach(() => {
  Cookies.remove('token', place);
  endSession();
  jsdom.reconfigure({ url: HERE });
});

test('another application’s token that the API refuses leads to the sign-in page, which says why', () => {
  expect(getToken()).toBe('foreign');
  endSession({ keepDrafts: true });
  expect(getToken()).toBeUndefined();
  // As a page does that has no token.
  endSession({ keepDrafts: true });
  expect(hasEnded()).toBe(false);
  expect(text().lead).toMatch(/^A sign-in from another application on this domain/);
  preferences.set({ language: 'ne' });
  expect(text().lead).toMatch(/^यसै डोमेनको अर्को एपको साइन इन/);
});

test('it is never used after signing in here, although the browser names it first', () => {
  startSession('own');
  expect(document.cookie).toMatch(/token=foreign.*token=own/);
  expect(getToken()).toBe('own');
  expect(text().lead).not.toMatch(/another application/);
});

test('after signing out nobody is signed in, and after the session’s end the page says that it has ended', () => {
  startSession('own');
  endSession();
  expect(getToken()).toBeUndefined();
  expect(text().lead).not.toMatch(/another application|has ended/);
  startSession('own');
  endSession({ keepDrafts: true });
  expect(getToken()).toBeUndefined();
  expect(hasEnded()).toBe(true);
});

test('one that the other application replaces is refused once more, and signing in works again', () => {
  startSession('own');
  keepForeign('newer');
  expect(getToken()).toBe('newer');
  endSession({ keepDrafts: true });
  expect(getToken()).toBeUndefined();
  startSession('next');
  expect(getToken()).toBe('next');
});

test('a cookie that nobody can decode is none', () => {
  Cookies.withConverter({ write: String }).set('token', '%E0%A4%A', place);
  expect(getToken()).toBeUndefined();
});
