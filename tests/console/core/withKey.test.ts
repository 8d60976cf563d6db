import { expect, test } from 'vitest';
import { HttpError } from '../../../src/core/http.ts';
import { withKey } from '../../../src/core/withKey.ts';

/** Sends the same request again and again; each attempt is answered by hand. */
function setUp() {
  const unanswered = new Map<string, string>();
  const keys: string[] = [];
  const attempt = () => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const outcome = withKey(unanswered, 'rotate', (key) => {
      keys.push(key);
      return promise;
    }).catch((error: unknown) => error);
    return {
      answer: (text: string) => {
        resolve(text);
        return outcome;
      },
      fail: (status: number) => {
        reject(new HttpError('Not now', status));
        return outcome;
      },
    };
  };
  return { attempt, keys, unanswered };
}

test('the key stays until the server has answered, and the next request has another', async () => {
  const { attempt, keys } = setUp();
  await attempt().fail(503);
  await attempt().fail(429);
  expect(await attempt().answer('done')).toBe('done');
  await attempt().answer('again');
  const [first, second, third, fourth] = keys;
  expect([second, third]).toEqual([first, first]);
  expect(fourth).not.toBe(first);
});

test('a refusal says that nothing was done, so the next request is a new one', async () => {
  const { attempt, keys, unanswered } = setUp();
  await attempt().fail(400);
  expect(unanswered.size).toBe(0);
  await attempt().fail(429);
  expect(unanswered.size).toBe(0);
  expect(keys[1]).not.toBe(keys[0]);
});

test('the key is kept while there is no answer: somebody may leave the page and try again', async () => {
  const { attempt, keys } = setUp();
  attempt();
  await attempt().answer('done');
  expect(keys[1]).toBe(keys[0]);
});

test('an attempt that fails after another was answered does not bring its key back', async () => {
  const { attempt, keys } = setUp();
  const hanging = attempt();
  await attempt().answer('done');
  await hanging.fail(503);
  await attempt().answer('again');
  expect(keys[2]).not.toBe(keys[0]);
});
