import { expect, test } from 'vitest';
import { createBatcher } from '../../../server/jobs/batcher.ts';

const gate = () => {
  let open = () => {};
  const promise = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { promise, open };
};
const nothing = () => {};

test('gathers what comes within the delay, in order, at most `size` at once', async () => {
  const written: number[][] = [];
  const batcher = createBatcher<number>(async (items) => void written.push([...items]), {
    size: 3,
    delay: 5,
    onError: nothing,
  });
  await Promise.all([1, 2, 3, 4].map((n) => batcher.add(n)));
  expect(written).toEqual([[1, 2, 3], [4]]);
});

test('an item that comes while a batch is written, or long after, is written too', async () => {
  const first = gate();
  const written: number[] = [];
  const batcher = createBatcher<number>(
    async (items) => {
      written.push(...items);
      if (items.includes(1)) await first.promise;
    },
    { size: 2, delay: 1, onError: nothing },
  );
  const one = Promise.all([batcher.add(1), batcher.add(2)]);
  const three = batcher.add(3);
  first.open();
  await one;
  await three;
  // The timer that was set for the third item fires with nothing left: the next one must not be stuck.
  for (let n = 4; n < 40; n++) await batcher.add(n);
  expect(written).toEqual(Array.from({ length: 39 }, (_, i) => i + 1));
});

test('a write that fails is told and repeated with the same items', async () => {
  const written: number[][] = [];
  const errors: unknown[] = [];
  let fail = true;
  const batcher = createBatcher<number>(
    async (items) => {
      if (fail) {
        fail = false;
        throw new Error('no database');
      }
      written.push([...items]);
    },
    { size: 2, delay: 1, onError: (error) => errors.push(error) },
  );
  await batcher.add(7);
  expect(written).toEqual([[7]]);
  expect(errors).toHaveLength(1);
});

test('drain waits for all', async () => {
  const written: number[] = [];
  const batcher = createBatcher<number>(async (items) => void written.push(...items), {
    size: 2,
    delay: 1000,
    onError: nothing,
  });
  void batcher.add(1);
  void batcher.add(2);
  void batcher.add(3);
  await batcher.drain();
  expect(written).toEqual([1, 2, 3]);
});

test('items that are written together share a promise, others do not', async () => {
  const first = gate();
  const written: number[][] = [];
  const batcher = createBatcher<number>(
    async (items) => {
      written.push([...items]);
      await first.promise;
    },
    { size: 2, delay: 1, onError: nothing },
  );
  // The first two are being written, so the others wait.
  const [one, two, three, four, five] = [1, 2, 3, 4, 5].map((n) => batcher.add(n));
  expect([one === two, two === three, three === four, four === five]).toEqual([true, false, true, false]);
  first.open();
  await batcher.drain();
  expect(written).toEqual([[1, 2], [3, 4], [5]]);
});
