import { expect, test } from 'vitest';
import { barsOf, plotOf } from '../../../src/crud/charts/plot.ts';
import type { ChartData } from '../../../src/crud/charts/types.ts';

const chart = (layout: ChartData['layout'], ...values: number[][]): ChartData => ({
  layout,
  format: String,
  categories: (values[0] ?? []).map((_, index) => ({ short: `n${index}`, full: `name ${index}` })),
  series: values.map((numbers, index) => ({
    key: `s${index}`,
    label: `S${index}`,
    look: 'plain',
    values: numbers,
  })),
});
/** The corners of each bar of a path, as [left, top, right, bottom] in whole pixels. */
function boxesOf(path: string): number[][] {
  return path
    .split('z')
    .filter(Boolean)
    .map((bar) => {
      let [x, y] = [0, 0];
      const xs: number[] = [];
      const ys: number[] = [];
      for (const [, command, numbers = ''] of bar.matchAll(/([Mvhq])([-\d. e]+)/g)) {
        const [a = 0, b = 0, c = 0, d = 0] = numbers.split(' ').map(Number);
        if (command === 'M') [x, y] = [a, b];
        else if (command === 'h') x += a;
        else if (command === 'v') y += a;
        else [x, y] = [x + c, y + d];
        xs.push(x);
        ys.push(y);
      }
      return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)].map(Math.round);
    });
}

test('columns stand on the axis, each series on the one before it, and end at their value', () => {
  const data = chart('columns', [50, 0], [50, 10]);
  const plot = plotOf(data, 400, 240);
  const [first, second] = barsOf(data, plot).map(({ path }) => boxesOf(path));
  const bottom = 240 - 26;
  // No bar for 0.
  expect(first).toHaveLength(1);
  expect(first?.[0]?.[3]).toBe(bottom);
  expect(second?.[0]?.[3]).toBe(first?.[0]?.[1]);
  expect(second?.[0]?.[1]).toBe(20);
  expect(second?.[1]?.[3]).toBe(bottom);
  expect(plot.values.map(({ text }) => text)).toEqual(['0', '20', '40', '60', '80', '100']);
  expect(plot.values[5]?.y).toBe(20);
});

test('rows start beside their names, from the top', () => {
  const data = chart('rows', [10, 5], [0, 5]);
  const plot = plotOf(data, 400, 132);
  const [first, second] = barsOf(data, plot).map(({ path }) => boxesOf(path));
  const left = plot.values[0]?.x;
  expect(first?.map((box) => box[0])).toEqual([left, left]);
  expect(second?.[0]?.[0]).toBe(first?.[1]?.[2]);
  expect(second?.[0]?.[2]).toBe(first?.[0]?.[2]);
  expect(first?.[0]?.[3]).toBeLessThan(first?.[1]?.[1] as number);
  expect(plot.names.map(({ text }) => text)).toEqual(['n0', 'n1']);
});

test('a place belongs to the category whose bar is there, and to none beside the drawing', () => {
  for (const layout of ['columns', 'rows'] as const) {
    const plot = plotOf(chart(layout, [1, 2, 3]), 400, 240);
    for (const index of [0, 1, 2]) {
      const { x, y, width, height } = plot.band(index);
      expect(plot.indexAt(x + width / 2, y + height / 2)).toBe(index);
      expect(plot.indexAt(x + 1, y + 1)).toBe(index);
    }
    const last = plot.band(2);
    expect(plot.indexAt(last.x + last.width - 1, last.y + last.height - 1)).toBe(2);
    expect(plot.indexAt(2, 2)).toBeUndefined();
    expect(plot.indexAt(399, 239)).toBeUndefined();
  }
});

test('nothing that was sent, and no category, draws axes without bars', () => {
  for (const values of [[0, 0], []]) {
    for (const layout of ['columns', 'rows'] as const) {
      const data = chart(layout, values);
      const plot = plotOf(data, 300, 200);
      expect(barsOf(data, plot).map(({ path }) => path)).toEqual(['']);
      expect(plot.values.map(({ x, y, text }) => [Number.isFinite(x), Number.isFinite(y), text])).toEqual([
        [true, true, '0'],
        [true, true, '1'],
      ]);
      expect(plot.indexAt(150, 100) === undefined).toBe(values.length === 0);
    }
  }
});

test('most of many labels are left out, never the last', () => {
  const days = plotOf(chart('columns', Array(30).fill(1)), 300, 240).names.map(({ at }) => at);
  expect(days.length).toBeLessThan(10);
  expect(days.at(-1)).toBe(29);
});
