import type { ServerResponse } from 'node:http';
import { expect, test, vi } from 'vitest';
import { createHttp } from '../../../src/core/http.ts';
import { failing, setUpHttp } from './httpSetup.ts';

const setup = setUpHttp();
const client = () => createHttp({ base: setup.base });
const calls = {
  json: (signal?: AbortSignal) => client().json('/v1/a/', { signal }),
  file: (signal?: AbortSignal) => client().file('/v1/a/', { signal }),
  download: () => client().download('/v1/a/'),
};
const names = ['json', 'file', 'download'] as const;

/** Half of an answer, after which `then` is called. */
const answerHalf = (status: number, then: (response: ServerResponse) => void) =>
  setup.server.handle((_, response) => {
    response.writeHead(status, { 'content-length': 100 });
    response.write('{"data":', () => then(response));
  });

test.each(names)('an answer to %s that breaks off is told like none', async (name) => {
  for (const status of [200, 500]) {
    answerHalf(status, ({ socket }) => socket?.destroy());
    expect(await failing(calls[name]())).toMatchObject({ name: 'HttpError', code: 'network_error' });
  }
});

test.each(['json', 'file'] as const)('an answer to %s that is stopped is no failure', async (name) => {
  const stop = new AbortController();
  answerHalf(200, () => stop.abort());
  expect(await failing(calls[name](stop.signal))).toMatchObject({ name: 'AbortError' });
});

test('a download that takes too long says so, also while it is read', async () => {
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  const spy = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeout(200));
  answerHalf(200, () => undefined);
  expect(await failing(calls.download())).toMatchObject({ name: 'HttpError', code: 'timeout' });
  spy.mockRestore();
});
