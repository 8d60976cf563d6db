import type { MarginRow } from '#schema/marginReport.ts';
import type { MarginKind } from '#schema/reportKinds.ts';
import { number, rupees } from '../../../core/format.ts';
import type { ChartData } from '../../../crud/charts/types.ts';

/** As many bars as the other reports have. */
const BARS_MAX = 12;

/** Cost, margin and loss, stacked up to whichever is more: what was charged without VAT, or the cost. */
export function marginChartOf(
  by: MarginKind,
  rows: readonly MarginRow[],
  nameOf: (row: MarginRow) => string,
  translate: (key: string) => string,
): ChartData {
  const shown = by === 'month' ? rows : rows.slice(0, BARS_MAX);
  const series = (key: string, look: 'plain' | 'good' | 'bad', value: (row: MarginRow) => number) => ({
    ...{ key, look, label: translate(`reports.margins.chart.${key}`) },
    // Without a known cost there is nothing to compare.
    values: shown.map((row) => (row.margin === null ? 0 : Math.max(0, value(row)))),
  });
  return {
    layout: by === 'month' ? 'columns' : 'rows',
    format: rupees,
    unit: 100,
    formatShort: (minor) => number(minor / 100),
    categories: shown.map((row) => ({ short: nameOf(row), full: nameOf(row) })),
    series: [
      series('covered', 'plain', ({ cost, net }) => Math.min(cost ?? 0, Math.max(0, net))),
      series('margin', 'good', ({ margin }) => margin ?? 0),
      series('loss', 'bad', ({ margin }) => -(margin ?? 0)),
    ],
  };
}
