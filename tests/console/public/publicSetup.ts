import { cleanup } from '@testing-library/react';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { preferences } from '../../../src/core/preferences.ts';
import { endSession } from '../../../src/core/session.ts';
import { type JsonServer, pointTo, startJsonServer } from '../support/jsonServer.ts';

export type Reply = [status: number, body: object];

/** A server whose answers each test gives. */
export function setUpPublicPages() {
  let server: JsonServer;
  beforeAll(async () => {
    server = await startJsonServer();
    pointTo(server.base);
  });

  afterAll(() => server.stop());
  afterEach(() => {
    cleanup();
    endSession();
    server.seen.length = 0;
    preferences.set({ language: 'en', theme: 'light' });
    history.replaceState(null, '', '/');
  });

  /** Answers the requests to come, one after the other; the last answer stays. */
  function answers(...given: Reply[]) {
    let next = 0;
    server.handle((_, response) => {
      const [status, body] = given[Math.min(next++, given.length - 1)] as Reply;
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  }

  const bodies = () => server.seen.map(({ url, body }) => [url, JSON.parse(body)]);
  return {
    get server() {
      return server;
    },
    answers,
    bodies,
  };
}
