import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { grantable as grantableToKeys } from '#schema/keyPairs.ts';
import { grantable, type Pair, roles } from '#schema/permissions.ts';
import { createTestApp, type TestApp, users } from '../support/app.ts';
import { access, byPair } from './access.ts';
import { exceptions } from './accessExceptions.ts';
import {
  addressed,
  inParallel,
  type Operation,
  operationsOf,
  pairsOfOperation,
  tokenOf,
} from './operations.ts';

let world: TestApp;
let operations: Operation[];
beforeAll(async () => {
  world = await createTestApp();
  operations = await operationsOf(world);
});
afterAll(() => world.close());

const wordOf = (pair: Pair): string => pair.join(' ');
const pairOf = (word: string): Pair => word.split(' ') as unknown as Pair;
/** Every pair that anybody can have. */
const words = roles.admin.map(wordOf).sort();

describe('the tables', () => {
  test('name each operation that asks people for no pair, with a reason', () => {
    const open = operations.filter(({ access }) => access === 'signed-in' || access === true);
    expect(
      open.map(({ name }) => name).sort(),
      'Give a new operation a pair. Only what is a person’s own, or constant, has a line in tests/contract/accessExceptions.ts.',
    ).toEqual(Object.keys(exceptions).sort());
    for (const [name, reason] of Object.entries(exceptions)) expect(reason.length, name).toBeGreaterThan(8);
  });

  test('say of each pair what it opens', () => {
    const documented = Object.fromEntries(
      words.map((word) => [
        word,
        operations.filter((one) => pairsOfOperation(one).includes(word)).map(({ name }) => name),
      ]),
    );
    const missing = operations
      .flatMap((one) => pairsOfOperation(one).map((word) => ({ word, name: one.name })))
      .filter(({ word, name }) => !byPair[word]?.includes(name))
      .map(({ word, name }) => `  '${word}': [..., '${name}'],`);
    expect(missing, `Add to tests/contract/accessPairs.ts what is meant:\n${missing.join('\n')}\n`).toEqual(
      [],
    );
    expect(Object.keys(byPair).sort()).toEqual(words);
    for (const word of words)
      expect([...(byPair[word] ?? [])].sort(), word).toEqual(documented[word]?.sort());
  });

  test('leave no operation without a pair, a reason or the public', () => {
    const covered = new Set([...Object.values(byPair).flat(), ...Object.keys(exceptions)]);
    expect(operations.filter(({ name }) => access[name] !== 'public' && !covered.has(name))).toEqual([]);
  });
});

/** These end their callers' sessions, so they come last, one after the other. */
const ENDS_SESSIONS = /\/(logout|end-others)\/$/;

let asked = 0;

/** Requests each of these operations once with this token; returns what was not refused. */
async function openedTo(token: string, requested: readonly Operation[]): Promise<string[]> {
  const found: string[] = [];
  const look = async ({ name, method, path }: Operation) => {
    const { statusCode: status } = await world.app.inject({
      ...{ method, url: addressed(path, randomUUID()) },
      // Request limits are per address.
      remoteAddress: `10.${(++asked >> 16) & 255}.${(asked >> 8) & 255}.${asked & 255}`,
      headers: { authorization: `Token ${token}`, 'content-type': 'application/json' },
      ...(method !== 'GET' && method !== 'DELETE' && { payload: '{}' }),
    });
    if (status === 401 || status >= 500) found.push(`${name}: ${status}`);
    else if (status !== 403) found.push(name);
  };
  await inParallel(
    requested.filter(({ path }) => !ENDS_SESSIONS.test(path)),
    look,
  );
  for (const one of requested.filter(({ path }) => ENDS_SESSIONS.test(path)).reverse()) await look(one);
  return found.sort();
}

/** Everything that is not public. */
const closed = () => operations.filter(({ name }) => access[name] !== 'public');
/** The operations that a pair opens or helps to open; without a pair, everything that is not public. */
const requestedFor = (word: string | null) =>
  closed().filter(({ name }) => word === null || byPair[word]?.includes(name));

/** The one exception that API keys can use, if their pairs include it. */
const PROFILE = { pair: 'profile-my get', name: 'GET /v1/autho/user/profile/' };
const isProfile = (word: string, name: string) => word === PROFILE.pair && name === PROFILE.name;

/**
 * Calls `work` for each set of pairs that open the same operations, with these operations and all other pairs that are
 * held. If the other pairs open none of these together, none of them opens one alone.
 */
async function withOtherPairs(
  held: readonly Pair[],
  needs: (word: string, name: string) => boolean,
  work: (others: Pair[], same: Operation[]) => Promise<void>,
): Promise<void> {
  const needed = ({ name }: Operation) => words.filter((word) => needs(word, name)).join();
  for (const [set, same] of Map.groupBy(closed(), needed)) {
    const own = set.split(',');
    await work(
      held.filter((pair) => !own.includes(wordOf(pair))),
      same,
    );
  }
}

/** What a person gets by mail is not for programs to know, whatever their pairs. */
const NOT_FOR_KEYS = /^GET .*\/reports\/mail\/$/;

/** A record's text also needs the record's own pair (hiddenTexts.test.ts): one pair alone opens none. */
const TAKES_TWO = /\/text\/$/;

const opens = (word: string | null, held: readonly Pair[]): readonly string[] =>
  word !== null && held.some((pair) => wordOf(pair) === word)
    ? (byPair[word] ?? []).filter((name) => !TAKES_TWO.test(name))
    : [];

describe.each(['customer', 'admin'] as const)('%s with one pair alone', (role) => {
  const theirs = new Set(grantable(role).map(wordOf));
  const openedWith = async (held: readonly Pair[], requested = closed()) => {
    await sql`
      UPDATE users SET ui_permissions = ${JSON.stringify(held)} WHERE email = ${users[role]}`.execute(
      world.db,
    );
    return openedTo(await tokenOf(world, role), requested);
  };

  test.each([...words.filter((word) => theirs.has(word)), null])('%s', async (word) => {
    const expected = word === null ? Object.keys(exceptions) : opens(word, grantable(role));
    const held = word === null ? [] : [pairOf(word)];
    expect(await openedWith(held, requestedFor(word))).toEqual([...expected].sort());
  });

  test('no pair opens more', () =>
    withOtherPairs(
      grantable(role),
      (word, name) => byPair[word]?.includes(name) ?? false,
      async (others, same) => {
        const open = same.map(({ name }) => name).filter((name) => name in exceptions);
        expect(await openedWith(others, same)).toEqual(open.sort());
      },
    ));

  // All pairs at once: if they open nothing together, none opens anything alone.
  test('no pair that their role cannot hold opens anything', async () => {
    const others = words.filter((word) => !theirs.has(word));
    if (role === 'admin') expect(others).toEqual([]);
    else expect(await openedWith(others.map(pairOf))).toEqual(Object.keys(exceptions).sort());
  });
});

describe.each(['customer', 'admin'] as const)('an API key of %s with one pair alone', (role) => {
  const theirs = grantable(role);
  const keys = grantableToKeys(theirs, role);
  const openedWith = async (held: readonly Pair[], requested = closed()) => {
    await sql`UPDATE users SET ui_permissions = NULL`.execute(world.db);
    const secret = `bsk_${randomUUID()}${randomUUID()}`;
    await sql`
      INSERT INTO api_key (account, "user", name, prefix, hash, pairs)
      SELECT account, uuid, 'one pair', 'bsk_', sha256(${secret}::text::bytea), ${JSON.stringify(held)}
      FROM users WHERE email = ${users[role]}`.execute(world.db);
    return openedTo(secret, requested);
  };

  test.each([...keys.map(wordOf), null])('%s', async (word) => {
    const opened = opens(word, keys).filter((name) => !NOT_FOR_KEYS.test(name));
    const expected = [...opened, ...(word === PROFILE.pair ? [PROFILE.name] : [])];
    const profile = operations.filter(({ name }) => word !== null && isProfile(word, name));
    const held = word === null ? [] : [pairOf(word)];
    expect(await openedWith(held, [...requestedFor(word), ...profile])).toEqual(expected.sort());
  });

  test('no pair opens more', () =>
    withOtherPairs(
      keys,
      (word, name) => byPair[word]?.includes(name) || isProfile(word, name),
      async (others, same) => expect(await openedWith(others, same)).toEqual([]),
    ));

  test('no pair that keys cannot hold opens anything', async () => {
    const others = theirs.filter((pair) => !keys.includes(pair));
    expect(others.length).toBeGreaterThan(0);
    expect(await openedWith(others)).toEqual([]);
  });
});
