import Cookies from 'js-cookie';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { HttpError } from '../../../src/core/http.ts';
import { endSession, startSession } from '../../../src/core/session.ts';
import { type JsonServer, startJsonServer } from '../support/jsonServer.ts';

/** The document of the tests, whose address is nobody's to change. */
declare const jsdom: { reconfigure(settings: { url: string }): void };

const HERE = location.href;
export const failing = async (call: Promise<unknown>): Promise<HttpError> =>
  call.then(
    () => Promise.reject(new Error('the call succeeded')),
    (error: HttpError) => error,
  );

/** A server whose answers each test gives. */
export function setUpHttp() {
  let server: JsonServer;
  let base: string;
  beforeAll(async () => {
    server = await startJsonServer();
    base = server.base;
  });

  afterAll(() => server.stop());
  beforeEach(() => startSession('abc'));
  afterEach(() => {
    endSession();
    Cookies.remove('XSRF-TOKEN');
    jsdom.reconfigure({ url: HERE });
  });

  return {
    get server() {
      return server;
    },
    get base() {
      return base;
    },
  };
}
