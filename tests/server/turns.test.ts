import { expect, test } from 'vitest';
import { createTurns } from '../../server/jobs/turns.ts';

const takers = (account: string, count: number) =>
  Array.from({ length: count }, (_, n) => ({ uuid: `${account}${n}`, account }));

/** Deals so often, and answers what each got in all. */
function dealt(all: { uuid: string; account: string }[], places: number, times: number) {
  const turns = createTurns();
  const sums = new Map<string, number>();
  for (let n = 0; n < times; n++) {
    const got = turns.deal(all, places);
    expect(got.reduce((sum, { limit }) => sum + limit, 0)).toBe(places);
    for (const { account, uuid, limit } of got) {
      for (const key of [account, uuid]) sums.set(key, (sums.get(key) ?? 0) + limit);
    }
  }
  return sums;
}

test('accounts get alike, however many campaigns each has, and so do the campaigns of an account', () => {
  for (const places of [1, 2, 3, 7, 40]) {
    const sums = dealt([...takers('a', 100), ...takers('b', 1), ...takers('c', 3)], places, 300);
    expect(sums.get('a')).toBe(100 * places);
    expect(sums.get('b')).toBe(100 * places);
    expect(sums.get('c')).toBe(100 * places);
    const each = takers('a', 100).map(({ uuid }) => sums.get(uuid) ?? 0);
    expect(Math.max(...each) - Math.min(...each)).toBeLessThanOrEqual(Math.max(1, places));
  }
});

test('who has had no turn yet comes first', () => {
  const turns = createTurns();
  const old = takers('a', 50);
  for (let n = 0; n < 50; n++) turns.deal(old, 1);
  const fresh = { uuid: 'fresh', account: 'a' };
  expect(turns.deal([...old, fresh], 1)).toEqual([{ ...fresh, limit: 1 }]);
});

test('nothing is dealt where nobody waits or nothing is there', () => {
  const turns = createTurns();
  expect(turns.deal([], 5)).toEqual([]);
  expect(turns.deal(takers('a', 2), 0)).toEqual([]);
});
