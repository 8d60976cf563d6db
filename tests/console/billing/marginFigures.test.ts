import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { MarginRow } from '#schema/marginReport.ts';
import { preferences } from '../../../src/core/preferences.ts';
import { marginChartOf } from '../../../src/resources/billing/reports/marginChart.ts';
import { monthName } from '../../../src/resources/billing/reports/monthName.ts';

const row = (key: string, change: Partial<MarginRow> = {}): MarginRow => ({
  ...{ key, name: null, parts: 10, unknown: 0, charged: 1356, net: 1200, cost: 800, margin: 400 },
  ...change,
});
const chartOf = (rows: readonly MarginRow[], by: 'month' | 'link' = 'link') =>
  marginChartOf(
    by,
    rows,
    ({ key }) => key,
    (key) => key,
  );
const valuesOf = (rows: readonly MarginRow[]) => chartOf(rows).series.map(({ values }) => values);

beforeEach(() => preferences.set({ language: 'en', digits: 'latin' }));
afterEach(() => preferences.set({ language: 'en', digits: 'latin' }));

describe('the chart of a margin', () => {
  test('stacks cost and margin to what was charged, and a loss to what it cost', () => {
    expect(valuesOf([row('gain'), row('loss', { net: 500, cost: 1200, margin: -700 })])).toEqual([
      [800, 500],
      [400, 0],
      [0, 700],
    ]);
  });

  test('has no bar where the cost is not known, or more was given back than charged', () => {
    expect(valuesOf([row('unknown', { cost: null, margin: null })])).toEqual([[0], [0], [0]]);
    // Nor where a server says a cost and no margin.
    expect(valuesOf([row('partly', { cost: 300, margin: null })])).toEqual([[0], [0], [0]]);
    expect(valuesOf([row('back', { net: -300, cost: 100, margin: -400 })])).toEqual([[0], [0], [400]]);
  });

  test('has a column for each month, and twelve bars of others', () => {
    const rows = Array.from({ length: 14 }, (_, n) => row(`${n}`));
    const months = chartOf(rows, 'month');
    expect([months.layout, months.categories.length]).toEqual(['columns', 14]);
    const links = chartOf(rows);
    expect([links.layout, links.categories.length]).toEqual(['rows', 12]);
    expect(links.series.every(({ values }) => values.length === 12)).toBe(true);
  });
});

test('a month has its name in the reader’s language and digits; another key stays as it is', () => {
  expect([monthName('2026-11'), monthName('2083-08')]).toEqual(['Nov 2026', 'Mangsir 2083']);
  preferences.set({ language: 'ne', digits: 'devanagari' });
  expect(monthName('2083-08')).toBe('मंसिर २०८३');
  expect(monthName('total')).toBe('total');
  expect(monthName('2026-13')).toBe('2026-13');
});
