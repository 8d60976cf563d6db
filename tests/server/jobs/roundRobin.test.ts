import { expect, test } from 'vitest';
import { AT_ONCE, createRoundRobin } from '../../../server/jobs/roundRobin.ts';

const takers = (account: string, count: number, waiting = 1_000_000) =>
  Array.from({ length: count }, (_, n) => ({ uuid: `${account}${n}`, account, waiting }));

/** Deals so often, and answers what each got in all. */
function dealt(all: ReturnType<typeof takers>, places: number, times: number) {
  const roundRobin = createRoundRobin();
  const sums = new Map<string, number>();
  for (let n = 0; n < times; n++) {
    const got = roundRobin.deal(all, places);
    expect(got.reduce((sum, { limit }) => sum + limit, 0)).toBe(places);
    for (const { account, uuid, limit } of got) {
      for (const key of [account, uuid]) sums.set(key, (sums.get(key) ?? 0) + limit);
    }
  }
  return sums;
}

test('accounts get equal shares, however many campaigns each has, and so do the campaigns of an account', () => {
  for (const places of [1, 2, 3, 7, 40]) {
    const sums = dealt([...takers('a', 100), ...takers('b', 1), ...takers('c', 3)], places, 300);
    expect(sums.get('a')).toBe(100 * places);
    expect(sums.get('b')).toBe(100 * places);
    expect(sums.get('c')).toBe(100 * places);
    const each = takers('a', 100).map(({ uuid }) => sums.get(uuid) ?? 0);
    expect(Math.max(...each) - Math.min(...each)).toBeLessThanOrEqual(1);
  }
});

test('campaigns that have had no turn come first', () => {
  const roundRobin = createRoundRobin();
  const old = takers('a', 50);
  for (let n = 0; n < 50; n++) roundRobin.deal(old, 1);
  const fresh = { uuid: 'fresh', account: 'a', waiting: 5 };
  expect(roundRobin.deal([...old, fresh], 1)).toEqual([{ ...fresh, limit: 1 }]);
});

test('a limited number of campaigns share each deal, and all get equal shares in the end', () => {
  const roundRobin = createRoundRobin();
  const all = takers('a', 3 * AT_ONCE);
  const deal = () => roundRobin.deal(all, 4 * AT_ONCE - 2);
  const first = deal();
  expect(first.map(({ limit }) => limit)).toEqual([...Array(AT_ONCE - 1).fill(4), 2]);
  const rounds = [first, ...Array.from({ length: 6 }, deal)];
  const sums = new Map<string, number>();
  for (const { uuid, limit } of rounds.flat()) sums.set(uuid, (sums.get(uuid) ?? 0) + limit);
  expect(sums.size).toBe(all.length);
  expect(Math.max(...sums.values()) - Math.min(...sums.values())).toBeLessThanOrEqual(4);
});

test('an unused share goes to the others, and is not kept for later', () => {
  const roundRobin = createRoundRobin();
  const big = takers('a', 1);
  const small = takers('b', 1, 3);
  for (let n = 0; n < 9; n++) {
    const got = roundRobin.deal([...big, ...small], 100);
    expect(Object.fromEntries(got.map(({ account, limit }) => [account, limit]))).toEqual({ a: 97, b: 3 });
  }
  const grown = takers('b', 1);
  const turn = () => roundRobin.deal([...big, ...grown], 1).map(({ account }) => account);
  expect([...turn(), ...turn(), ...turn(), ...turn()].toSorted()).toEqual(['a', 'a', 'b', 'b']);
});

test('nothing is dealt without waiting campaigns, or without capacity', () => {
  const roundRobin = createRoundRobin();
  expect(roundRobin.deal([], 5)).toEqual([]);
  expect(roundRobin.deal(takers('a', 2), 0)).toEqual([]);
});
