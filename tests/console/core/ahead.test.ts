import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { askAhead, forgetAhead, keepAhead, takeAhead, takeArrived } from '../../../src/core/ahead.ts';
import { createHttp } from '../../../src/core/http.ts';
import { startSession } from '../../../src/core/session.ts';
import { type Answer, startApi } from '../support/api.ts';
import { signInCustomer } from '../support/crudConsole.tsx';

const PATH = '/v1/core/dashboard/';

let answer: Answer;
let api: Awaited<ReturnType<typeof startApi>>;
let http: ReturnType<typeof createHttp>;

beforeEach(async () => {
  answer = { body: { data: 1 } };
  api = await startApi(() => answer);
  http = createHttp({ base: api.base });
  forgetAhead();
  signInCustomer();
});
afterEach(async () => {
  vi.useRealTimers();
  await api.close();
});

test('who asks for the same gets the answer that is on its way, once', async () => {
  const here = askAhead(PATH, http);
  expect(takeArrived(PATH)).toBeUndefined();
  expect(await http.json(PATH)).toEqual({ data: 1 });
  expect(await here).toEqual({ data: 1 });
  expect(api.urls()).toEqual([`GET ${PATH}`]);
  answer = { body: { data: 2 } };
  expect(takeArrived(PATH)).toBeUndefined();
  expect(await http.json(PATH)).toEqual({ data: 2 });
});

test('an answer that has arrived is there at once, once', async () => {
  await askAhead(PATH, http);
  expect(takeArrived('/v1/other/')).toBeUndefined();
  expect(takeArrived(PATH)).toEqual({ data: 1 });
  expect(takeArrived(PATH)).toBeUndefined();
  expect(takeAhead(PATH)).toBeUndefined();
});

test('what is here or on its way is not asked for again', async () => {
  const both = [askAhead(PATH, http), askAhead(PATH, http)];
  expect(await Promise.all(both)).toEqual([{ data: 1 }, { data: 1 }]);
  expect(await askAhead(PATH, http)).toEqual({ data: 1 });
  expect(api.urls()).toEqual([`GET ${PATH}`]);
});

test('what came with something else is there at once, and not asked for', async () => {
  keepAhead(PATH, { data: 3 });
  expect(await askAhead(PATH, http)).toEqual({ data: 3 });
  expect(takeArrived(PATH)).toEqual({ data: 3 });
  keepAhead(PATH, { data: 4 });
  expect(await http.json(PATH)).toEqual({ data: 4 });
  expect(api.urls()).toEqual([]);
});

test('it is for who asked', async () => {
  await askAhead(PATH, http);
  startSession('another');
  expect(takeArrived(PATH)).toBeUndefined();
  expect(takeAhead(PATH)).toBeUndefined();
});

test('it is too old after fifteen seconds', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  await askAhead(PATH, http);
  vi.advanceTimersByTime(14_999);
  expect(takeArrived(PATH)).toEqual({ data: 1 });
  await askAhead(PATH, http);
  vi.advanceTimersByTime(15_000);
  expect(takeArrived(PATH)).toBeUndefined();
  expect(takeAhead(PATH)).toBeUndefined();
});

test('a failure is left to who asks', async () => {
  answer = { status: 403, body: { detail: 'Set up two-factor sign-in first.' } };
  expect(await askAhead(PATH, http)).toBeUndefined();
  answer = { body: { data: 1 } };
  expect(await http.json(PATH)).toEqual({ data: 1 });
});

test.each([
  ['a body', { body: {} }],
  ['another method', { method: 'DELETE' }],
])('a request with %s may change what was asked for before', async (_, options) => {
  await askAhead(PATH, http);
  answer = { body: { data: 2 } };
  expect(await http.json(PATH, options)).toEqual({ data: 2 });
  expect(takeArrived(PATH)).toBeUndefined();
  expect(await http.json(PATH)).toEqual({ data: 2 });
});

test('so may a file', async () => {
  await askAhead(PATH, http);
  http.upload('/v1/core/contacts/import/', new File(['phone'], 'a.csv')).catch(() => undefined);
  expect(takeArrived(PATH)).toBeUndefined();
});

test.each([
  ['another token', { token: 'own' }],
  ['no token', { anonymous: true }],
])('a request with %s is its own', async (_, options) => {
  await askAhead(PATH, http);
  answer = { body: { data: 2 } };
  expect(await http.json(PATH, options)).toEqual({ data: 2 });
});
