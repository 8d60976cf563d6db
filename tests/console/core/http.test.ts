import Cookies from 'js-cookie';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { setClock } from '../../../src/core/clock.ts';
import { drafts } from '../../../src/core/drafts.ts';
import { createHttp, NO_ANSWER } from '../../../src/core/http.ts';
import { preferences } from '../../../src/core/preferences.ts';
import { answerProof } from '../../../src/core/proof.ts';
import {
  endSession,
  getToken,
  getUser,
  safeNext,
  setUser,
  startSession,
  type User,
} from '../../../src/core/session.ts';
import { serverText } from '../../../src/i18n/serverText.ts';
import { failureText } from '../../../src/public/accountText.ts';
import { refusalText } from '../../../src/public/refusalText.ts';
import { retryAfter } from '../../../src/public/retryAfter.ts';
import { pointTo } from '../support/jsonServer.ts';
import { failing, setUpHttp } from './httpSetup.ts';

/** The document of the tests, whose address is nobody's to change. */
declare const jsdom: { reconfigure(settings: { url: string }): void };

const setup = setUpHttp();

describe('a call', () => {
  test.each([
    ['90', 90],
    ['Wed, 01 Jan 2020 00:01:30 GMT', 90],
    // Without words of the server, the message says 60 seconds.
    ['Wed, 01 Jan 2020 00:00:00 GMT', 60],
    ['soon', 60],
    [undefined, 60],
  ])('keeps how long its server wants to be left alone: %s', async (header, seconds) => {
    setup.server.handle((_, response) => {
      const date = 'Wed, 01 Jan 2020 00:00:00 GMT';
      response.writeHead(429, { date, ...(header && { 'retry-after': header }) }).end('{}');
    });
    onTestFinished(() => setClock(new Date().toUTCString(), Date.now()));
    const failure = await failing(createHttp({ base: setup.base }).json('/v1/a/'));
    expect(retryAfter(failure)).toBe(seconds);
    expect(failure.message).toBe(`Too many requests. Try again in ${seconds} seconds.`);
    expect(failureText(failure)).toBe(`Too many attempts. Try again in ${seconds} seconds.`);
  });

  test('carries the token, the CSRF header and the idempotency key', async () => {
    // The page's own server gets its cookie back.
    jsdom.reconfigure({ url: setup.base });
    startSession('abc');
    Cookies.set('XSRF-TOKEN', 'x1');
    setup.server.reply(200, '{"data":1}');
    const http = createHttp({ base: setup.base });
    await expect(http.json('/v1/a/?b=1', { body: { c: 2 }, idempotencyKey: 'k' })).resolves.toEqual({
      data: 1,
    });
    expect(setup.server.last()).toMatchObject({ method: 'POST', url: '/v1/a/?b=1', body: '{"c":2}' });
    expect(setup.server.last().headers).toMatchObject({
      authorization: 'Token abc',
      'x-xsrf-token': 'x1',
      'idempotency-key': 'k',
      'content-type': 'application/json',
    });
  });

  test.each([
    ['abc%3D%3D', 'abc=='],
    ['"a%2Fb"', 'a/b'],
    // What no header or no decoder takes goes as it is.
    ['%E0%A4%A8', '%E0%A4%A8'],
    ['a%0Ab', 'a%0Ab'],
    ['%20a', '%20a'],
    ['%E0%A4%A', '%E0%A4%A'],
    ['', undefined],
  ])('sends the CSRF cookie back that another application has set: %s', async (cookie, sent) => {
    jsdom.reconfigure({ url: `${setup.base}/deep/` });
    onTestFinished(() => Cookies.remove('XSRF-TOKEN', { path: '/deep/' }));
    Cookies.withConverter({ write: (value) => value as string }).set('XSRF-TOKEN', cookie, {
      path: '/deep/',
    });
    setup.server.reply(200, '{}');
    const http = createHttp({ base: setup.base });
    await http.json('/v1/a/', { body: {} });
    expect(setup.server.last().headers['x-xsrf-token']).toBe(sent);
    Cookies.set('XSRF-TOKEN', 'ours');
    await http.json('/v1/a/', { body: {} });
    expect(setup.server.last().headers['x-xsrf-token']).toBe(sent ?? 'ours');
  });

  test('that asks for a list as well says so to the page’s own server only', async () => {
    setup.server.reply(200, '{}');
    const ask = async () => {
      await createHttp({ base: setup.base }).json('/v1/login/', {
        body: {},
        prefer: 'also="/v1/core/contacts/?page=1"',
      });
      return setup.server.last().headers.prefer;
    };
    expect(await ask()).toBeUndefined();
    jsdom.reconfigure({ url: setup.base });
    expect(await ask()).toBe('also="/v1/core/contacts/?page=1"');
  });

  test('to a server of another origin carries no cookie of the page’s', async () => {
    Cookies.set('XSRF-TOKEN', 'x1');
    setup.server.reply(200, '{"data":1}');
    await createHttp({ base: setup.base }).json('/v1/a/', { body: {} });
    expect(setup.server.last().headers.authorization).toBe('Token abc');
    expect(setup.server.last().headers['x-xsrf-token']).toBeUndefined();
  });

  test('without a token or a cookie carries neither header', async () => {
    endSession();
    setup.server.reply(204, '');
    await expect(createHttp({ base: setup.base }).json('/v1/a/')).resolves.toBeUndefined();
    expect(setup.server.last().headers.authorization).toBeUndefined();
    expect(setup.server.last().headers['x-xsrf-token']).toBeUndefined();
  });
});

describe('a failed call', () => {
  test.each([
    ['detail first', 400, '{"detail":"D","message":"M","code":"c"}', 'D'],
    ['then message', 400, '{"message":"M"}', 'M'],
    ['then the raw body', 502, 'plain words', 'plain words'],
    ['an object without either is raw, too', 500, '{"oops":1}', '{"oops":1}'],
    ['then the status text', 503, '', 'Service Unavailable'],
    ['the same for JSON that says nothing', 503, '{}', 'Service Unavailable'],
    ['at any depth', 503, '{"detail":null,"errors":[]}', 'Service Unavailable'],
    [
      'of a page of markup a plain sentence and the status',
      502,
      '\n<!DOCTYPE html><html><title>Bad Gateway</title></html>',
      'The server’s answer could not be read (status 502). Please contact support.',
    ],
    [
      'the same of what a program printed',
      500,
      'Environment:\n\nRequest Method: POST\nTraceback (most recent call last):\n  File "views.py", line 5',
      'The server’s answer could not be read (status 500). Please contact support.',
    ],
    ['a bare list of sentences', 400, '["Too many.","Too old."]', 'Too many. Too old.'],
  ])('%s', async (_, status, body, message) => {
    setup.server.reply(status, body);
    const error = await failing(createHttp({ base: setup.base }).json('/v1/a/'));
    expect(error).toMatchObject({ status, message });
  });

  test('has code and errors of the envelope', async () => {
    setup.server.reply(
      400,
      '{"detail":"No","code":"invalid","errors":{"phone":["Bad","Short"]},"request_id":"r1"}',
    );
    const error = await failing(createHttp({ base: setup.base }).json('/v1/a/'));
    expect(error.code).toBe('invalid');
    expect(error.body).toMatchObject({ errors: { phone: ['Bad', 'Short'] }, request_id: 'r1' });
  });

  test('understands Django REST Framework’s bare fields', async () => {
    setup.server.reply(400, '{"phone":["Enter a number."],"name":["Required"]}');
    const error = await failing(createHttp({ base: setup.base }).json('/v1/a/'));
    expect(error.body.errors).toEqual({ phone: ['Enter a number.'], name: ['Required'] });
    expect(error.message).toBe('Enter a number. Required');
  });

  test('understands nested field errors and errors without a field', async () => {
    setup.server.reply(400, '{"attributes":{"city":["Too long."]},"non_field_errors":["Name or phone."]}');
    const error = await failing(createHttp({ base: setup.base }).json('/v1/a/'));
    expect(error.body.errors).toEqual({ attributes: ['Too long.'], non_field_errors: ['Name or phone.'] });
    expect(error.message).toBe('Too long. Name or phone.');
  });

  test('an HTML page counts as an error where data was expected', async () => {
    setup.server.reply(200, '<!doctype html><div id="root"></div>');
    const error = await failing(createHttp({ base: setup.base }).json('/v1/a/'));
    expect(error.message).toBe('The server’s answer could not be read (status 200). Please contact support.');
  });

  test('that got no answer is 500 and says what to do', async () => {
    jsdom.reconfigure({ url: 'http://127.0.0.1:1' });
    const error = await failing(createHttp({ base: 'http://127.0.0.1:1' }).json('/v1/a/'));
    expect(error).toMatchObject({ status: 500, code: 'network_error', message: NO_ANSWER });
  });

  test('that a server of another origin did not answer, or refuses this page, names both', async () => {
    const error = await failing(createHttp({ base: 'http://127.0.0.1:1' }).json('/v1/a/'));
    expect(error).toMatchObject({ status: 500, code: 'network_error' });
    expect(error.message).toBe(
      `No answer from http://127.0.0.1:1. Either it cannot be reached, or it does not allow requests from ${location.origin}.`,
    );
    preferences.set({ language: 'ne' });
    expect(serverText(error.message)).toContain('http://127.0.0.1:1बाट जवाफ आएन');
    expect(serverText(error.message)).toContain(location.origin);
    pointTo('http://127.0.0.1:1');
    expect(refusalText(error)).toBe(serverText(error.message));
    pointTo('');
  });
});

describe('a request that needs a fresh proof', () => {
  const REFUSED = '{"detail":"Confirm that it is you","code":"proof_required"}';
  let takeBack: () => void = () => undefined;
  afterEach(() => takeBack());

  test('is repeated unchanged after the user has confirmed their identity', async () => {
    const asked = vi.fn(async () => {
      setup.server.reply(200, '{"data":1}');
      return true;
    });
    takeBack = answerProof(asked);
    setup.server.reply(403, REFUSED);
    const put = () =>
      createHttp({ base: setup.base }).json('/v1/a/', { method: 'PUT', body: { a: 1 }, idempotencyKey: 'k' });
    expect(await put()).toEqual({ data: 1 });
    expect(asked).toHaveBeenCalledOnce();
    expect(setup.server.last()).toMatchObject({ method: 'PUT', body: '{"a":1}' });
    expect(setup.server.last().headers['idempotency-key']).toBe('k');
  });

  test('fails with the server’s message if they do not, or if it is demanded twice', async () => {
    setup.server.reply(403, REFUSED);
    const http = createHttp({ base: setup.base });
    expect((await failing(http.json('/v1/a/', { body: {} }))).message).toBe('Confirm that it is you');
    takeBack = answerProof(async () => false);
    expect((await failing(http.json('/v1/a/', { body: {} }))).code).toBe('proof_required');
    takeBack();
    const asked = vi.fn(async () => true);
    takeBack = answerProof(asked);
    expect((await failing(http.json('/v1/a/', { body: {} }))).code).toBe('proof_required');
    expect(asked).toHaveBeenCalledOnce();
  });

  test('asks once for several at the same time', async () => {
    const asked = vi.fn(async () => {
      await vi.waitFor(() => expect(setup.server.seen.length).toBe(sent + 2));
      setup.server.reply(200, '{}');
      return true;
    });
    const sent = setup.server.seen.length;
    takeBack = answerProof(asked);
    setup.server.reply(403, REFUSED);
    const http = createHttp({ base: setup.base });
    await Promise.all([http.json('/v1/a/', { body: {} }), http.json('/v1/b/', { body: {} })]);
    expect(asked).toHaveBeenCalledOnce();
  });
});

describe('401', () => {
  test('on a normal call leaves for the sign-in page; 403 does not', async () => {
    const onUnauthorized = vi.fn();
    const http = createHttp({ base: setup.base, onUnauthorized });
    setup.server.reply(403, '{"detail":"No"}');
    await failing(http.json('/v1/a/'));
    expect(onUnauthorized).not.toHaveBeenCalled();
    setup.server.reply(401, '{"detail":"Sign in"}');
    await failing(http.json('/v1/a/'));
    expect(onUnauthorized).toHaveBeenCalledOnce();
  });

  test('when signing in is an answer like any other, and no token is sent', async () => {
    const onUnauthorized = vi.fn();
    setup.server.reply(401, '{"detail":"Wrong"}');
    const call = createHttp({ base: setup.base, onUnauthorized }).json('/v1/login/', {
      body: {},
      anonymous: true,
    });
    expect((await failing(call)).message).toBe('Wrong');
    expect(setup.server.last().headers.authorization).toBeUndefined();
    expect(onUnauthorized).not.toHaveBeenCalled();
  });

  test('keeps drafts for their writer, which signing out removes', () => {
    const writer = { uuid: 'u1', ui_permissions: [] } as unknown as User;
    setUser(writer);
    drafts.keep('compose', { body: 'Namaste' });
    endSession({ keepDrafts: true });
    expect(getToken()).toBeUndefined();
    expect(localStorage.getItem('user')).toBeNull();
    expect(getUser()).toBe(writer);
    setUser({ ...writer, uuid: 'u2' });
    expect(drafts.read('compose')).toBeUndefined();
    setUser(writer);
    expect(drafts.read('compose')).toEqual({ body: 'Namaste' });
    endSession();
    setUser(writer);
    expect(drafts.read('compose')).toBeUndefined();
  });
});

test.each([
  ['/sms?page=2', '/sms?page=2'],
  ['//evil.example/x', '/'],
  ['/\\evil.example', '/'],
  ['https://evil.example', '/'],
  ['javascript:alert(1)', '/'],
  ['/login?next=/x', '/'],
  [null, '/'],
])('after signing in %s leads to %s', (next, path) => expect(safeNext(next)).toBe(path));
