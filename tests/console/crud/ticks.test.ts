import { expect, test } from 'vitest';
import { evenTicks, labelEvery, shortened, widthOf } from '../../../src/crud/charts/ticks.ts';

test.each([
  [957, 5, 1, [0, 200, 400, 600, 800, 1000]],
  [1000, 5, 1, [0, 200, 400, 600, 800, 1000]],
  [1001, 5, 1, [0, 500, 1000, 1500]],
  [7, 5, 1, [0, 2, 4, 6, 8]],
  [3, 5, 1, [0, 1, 2, 3]],
  [1, 5, 1, [0, 1]],
  [0, 5, 1, [0, 1]],
  [135_600, 5, 100, [0, 50_000, 100_000, 150_000]],
  [75, 5, 100, [0, 100]],
  [1_234_567, 2, 1, [0, 1_000_000, 2_000_000]],
  [9, 0, 1, [0, 10]],
])('up to %d in at most %d steps of at least %d', (most, steps, unit, ticks) =>
  expect(evenTicks(most, steps, unit)).toEqual(ticks),
);

test('ticks are even, reach what they measure, and are no more than asked for', () => {
  for (let most = 1; most < 3_000_000; most = Math.ceil(most * 1.07)) {
    for (const steps of [1, 2, 3, 5]) {
      const ticks = evenTicks(most, steps);
      const [, step = 0] = ticks;
      expect(ticks).toEqual(ticks.map((_, index) => index * step));
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(most);
      expect(ticks.length - 1).toBeLessThanOrEqual(steps);
      expect([1, 2, 5]).toContain(Number(String(step)[0]));
    }
  }
});

test.each([
  [30, 30, 1],
  [30, 29, 2],
  [30, 12, 3],
  [30, 8, 5],
  [30, 5, 7],
  [30, 2, 15],
  [6, 0, 7],
  [90, 4, 23],
])('of %d labels with room for %d every %d-th is written', (categories, fitting, every) =>
  expect(labelEvery(categories, fitting)).toBe(every),
);

test.each([
  ['Ncell', 60, 'Ncell'],
  ['Nepal Telecom', 60, 'Nepal T…'],
  ['Nepal Telecom', 52.5, 'Nepal…'],
  ['नेपाल टेलिकम', 52.5, 'नेपाल…'],
  ['Ncell', 0, '…'],
])('%s in %d pixels is %s', (text, width, shown) => {
  expect(shortened(text, width)).toBe(shown);
  if (shown !== '…') expect(widthOf(shown)).toBeLessThanOrEqual(width);
});
