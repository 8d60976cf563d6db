import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp, type User } from '../support/app.ts';
import { access } from './access.ts';
import {
  actingToken,
  addressed,
  inParallel,
  type Operation,
  operationsOf,
  rolesOf,
  tokenOf,
} from './operations.ts';

let world: TestApp;
let operations: Operation[];
beforeAll(async () => {
  world = await createTestApp();
  operations = await operationsOf(world);
});
afterAll(async () => {
  // Every answer to the callers and bodies above is in the document.
  expect(world.undocumented()).toEqual([]);
  await world.close();
});

/** These end their callers' sessions, so they come last, one after the other. */
const ENDS_SESSIONS = /\/(logout|end-others)\/$/;

/** The return from a session as a customer. */
const ENDS_ACTING = /\/logout\/$/;

const expected = ({ name }: Operation): string[] => (access[name] ?? '').split(' ');
const isPublic = (operation: Operation): boolean => expected(operation).includes('public');

const BODIES: readonly (string | undefined)[] = [
  undefined,
  '{}',
  '{"nonsense":[{"x":1}],"uuid":"1","status":null}',
  '[1,2]',
  '"text"',
  '{',
];

let asked = 0;

/** The statuses of an operation's answers to a caller: with every kind of wrong body if it takes one. */
async function answers(
  operation: Operation,
  token: () => Promise<string> | null,
  bodies: typeof BODIES,
): Promise<number[]> {
  const { method, path } = operation;
  const statuses: number[] = [];
  for (const payload of method === 'GET' || method === 'DELETE' ? [undefined] : bodies) {
    const held = await token();
    const answer = await world.app.inject({
      method,
      url: addressed(path, randomUUID()),
      // Request limits are per address.
      remoteAddress: `10.${(++asked >> 16) & 255}.${(asked >> 8) & 255}.${asked & 255}`,
      headers: {
        ...(held !== null && { authorization: `Token ${held}` }),
        ...(payload !== undefined && { 'content-type': 'application/json' }),
      },
      payload,
    });
    statuses.push(answer.statusCode);
  }
  return statuses;
}

/** The faults in the operations' answers, each line with the operation and its answer. */
async function wrong(
  which: (operation: Operation) => boolean,
  token: () => Promise<string> | null,
  isRight: (status: number) => boolean,
  bodies = BODIES,
): Promise<string[]> {
  // An operation without a line is reported above, once.
  const chosen = operations.filter((operation) => access[operation.name] !== undefined && which(operation));
  expect(chosen.length).toBeGreaterThan(0);
  const found: string[] = [];
  const look = async (operation: Operation) => {
    const statuses = await answers(operation, token, bodies);
    const bad = statuses.filter((status) => !isRight(status));
    if (bad.length > 0) found.push(`${operation.name}: ${bad.join(', ')}`);
  };
  await inParallel(
    chosen.filter(({ path }) => !ENDS_SESSIONS.test(path)),
    look,
  );
  for (const operation of chosen.filter(({ path }) => ENDS_SESSIONS.test(path))) await look(operation);
  return found.sort();
}

describe('the table', () => {
  test('states the access of every operation of the OpenAPI document', () => {
    const missing = operations
      .filter(({ name }) => access[name] === undefined)
      .map((operation) => `  '${operation.name}': '${rolesOf(operation).join(' ')}',`);
    expect(
      missing,
      `Read these lines, and add them to tests/contract/accessTable.ts if they are meant:\n${missing.join('\n')}\n`,
    ).toEqual([]);
  });

  test('has no operation that no longer exists', () => {
    const known = new Set(operations.map(({ name }) => name));
    expect(Object.keys(access).filter((name) => !known.has(name))).toEqual([]);
  });

  test('says of each what the document says', () => {
    const different = operations
      .filter((operation) => access[operation.name] !== undefined)
      .filter((operation) => rolesOf(operation).join(' ') !== access[operation.name])
      .map((operation) => `  '${operation.name}': '${rolesOf(operation).join(' ')}',`);
    expect(different, `The document says otherwise:\n${different.join('\n')}\n`).toEqual([]);
  });
});

describe('without an active session', () => {
  test.each<readonly [string, () => Promise<string> | null]>([
    ['nobody', () => null],
    ['an unknown token', () => Promise.resolve(`${randomUUID()}${randomUUID()}`)],
    ['an expired token', () => tokenOf(world, 'admin', '-1 second')],
    [
      'a signed-out token',
      async () => {
        const token = await tokenOf(world, 'admin');
        const headers = { authorization: `Token ${token}` };
        await world.app.inject({ method: 'POST', url: '/v1/autho/logout/', headers });
        return token;
      },
    ],
  ])('%s gets 401 from everything that is not public', async (_, token) => {
    expect(
      await wrong(
        (operation) => !isPublic(operation),
        token,
        (status) => status === 401,
        [undefined, '{}'],
      ),
    ).toEqual([]);
  });

  test('what is public answers anybody, whatever they send', async () => {
    expect(
      await wrong(
        isPublic,
        () => null,
        (status) => status !== 401 && status !== 403 && status < 500,
      ),
    ).toEqual([]);
  });
});

describe.each([
  ['customer', 'customer'],
  ['other', 'customer'],
  ['support', 'support'],
  ['admin', 'admin'],
] as const satisfies readonly (readonly [User, string])[])('%s', (user, role) => {
  const canCall = (operation: Operation) => expected(operation).includes(role);

  test('gets 403 from what the role does not hold, before anything of the request is read', async () => {
    const refused = operations.filter((operation) => !canCall(operation) && !isPublic(operation));
    if (refused.length === 0) return expect(role).toBe('admin');
    expect(
      await wrong(
        (operation) => refused.includes(operation),
        () => tokenOf(world, user),
        (status) => status === 403,
      ),
    ).toEqual([]);
  });

  test('gets neither 401 nor 403 nor 500 from what it holds, whatever is sent', async () => {
    expect(
      await wrong(
        canCall,
        () => tokenOf(world, user),
        (status) => status !== 401 && status !== 403 && status < 500,
      ),
    ).toEqual([]);
  });
});

test('staff who are signed in as a customer change nothing, whatever the customer may', async () => {
  expect(
    await wrong(
      (operation) => !isPublic(operation) && operation.method !== 'GET' && !ENDS_ACTING.test(operation.path),
      () => actingToken(world),
      (status) => status === 403,
      [undefined, '{}'],
    ),
  ).toEqual([]);
});
