import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { counterKey, createCounter } from '../../../server/services/access/requestCounts.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';

const MINUTE = 60_000;
let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterAll(() => world.close());

test('concurrent counts, also by two processes, get each number once', async () => {
  const key = counterKey('test', 'at once');
  const counters = [createCounter(world.db), createCounter(world.db)] as const;
  const counted = await Promise.all(
    Array.from({ length: 60 }, (_, i) => counters[i % 2 === 0 ? 0 : 1](key, MINUTE)),
  );
  expect(counted.map(({ n }) => n).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 60 }, (_, i) => i + 1),
  );
  for (const { ms } of counted) {
    expect(ms).toBeGreaterThan(0);
    expect(ms).toBeLessThanOrEqual(MINUTE);
  }
  expect((await counters[0](key, MINUTE)).n).toBe(61);
});

test('a new window starts at one, and other keys are counted apart', async () => {
  const key = counterKey('test', 'windows');
  const count = createCounter(world.db);
  await Promise.all([count(key, MINUTE), count(key, MINUTE)]);
  await sql`UPDATE request_count SET ends_at = now() - interval '1 second' WHERE key = ${key}`.execute(
    world.db,
  );
  const [one, two, other] = await Promise.all([
    ...[count(key, MINUTE), count(key, MINUTE)],
    count(counterKey('test', 'another'), MINUTE),
  ]);
  expect([one?.n, two?.n, other?.n]).toEqual([1, 2, 1]);
});

test('a window of a clock that ran ahead ends no later than one that begins now, and its count stays', async () => {
  const key = counterKey('test', 'ahead');
  const count = createCounter(world.db);
  await count(key, MINUTE);
  await sql`UPDATE request_count SET ends_at = now() + interval '1 year' WHERE key = ${key}`.execute(
    world.db,
  );
  const { n, ms } = await count(key, MINUTE);
  expect(n).toBe(2);
  expect(ms).toBeLessThanOrEqual(MINUTE);
});

test('who is counted hears that the database failed, and the next is counted', async () => {
  const count = createCounter(world.db);
  const key = counterKey('test', 'failure');
  // No window is that long: PostgreSQL refuses it.
  const failed = await Promise.allSettled([count(key, Number.MAX_VALUE), count(key, MINUTE)]);
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  expect((await count(key, MINUTE)).n).toBe(2);
});
