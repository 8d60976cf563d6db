import type { ReportRow } from '#schema/report.ts';
import type { ReportKind } from '#schema/reportKinds.ts';
import { number } from '../../../core/format.ts';
import { outcomeSeries, testsAside } from '../../../crud/charts/days.ts';
import type { ChartData } from '../../../crud/charts/types.ts';
import { chartOf as chartOfDays, groupsOf } from '../dailyConsumption/sums.ts';
import { hourText } from './useRowNames.ts';

type Translate = (key: string, options?: object) => string;

/** Bars side by side are easy to compare up to this many; the table has all rows. */
const BARS_MAX = 12;
const ROW = 40;
const AXIS = 40;
const COLUMNS = 260;

const none = { sent: 0, test: 0, delivered: 0, failed: 0, parts: null, amount: null };
const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour));

/** Height in pixels. */
export const chartHeight = ({ layout, categories }: ChartData): number =>
  layout === 'columns' ? COLUMNS : AXIS + ROW * Math.max(2, categories.length);

/** The chart of a report: results of messages, or how many failed for each reason. */
export function chartOf(
  by: ReportKind,
  rows: readonly ReportRow[],
  { from, until }: { from: string; until: string },
  nameOf: (row: ReportRow) => string,
  translate: Translate,
): ChartData {
  if (by === 'day') {
    const days = rows.map(({ key: day, sent, test, delivered, failed }) => ({
      day,
      sent,
      test,
      delivered,
      failed,
    }));
    return chartOfDays(groupsOf(days, from, until), 'messages', translate);
  }
  if (by === 'hour') {
    const byHour = new Map(rows.map((row) => [row.key, row]));
    const hours = HOURS.map((key) => byHour.get(key) ?? { key, name: null, ...none });
    return {
      layout: 'columns',
      format: number,
      categories: hours.map(({ key }) => ({ short: hourText(key), full: hourText(key) })),
      series: outcomeSeries(hours, translate),
      ...testsAside(hours, translate),
    };
  }
  const shown = rows.slice(0, BARS_MAX);
  const categories = shown.map((row) => ({ short: nameOf(row), full: nameOf(row) }));
  if (by === 'reason') {
    const values = shown.map(({ failed }) => failed);
    const label = translate('charts.failedMessages');
    return {
      layout: 'rows',
      format: number,
      categories,
      series: [{ key: 'failed', label, look: 'bad', values }],
    };
  }
  return {
    ...{ layout: 'rows', format: number, categories },
    series: outcomeSeries(shown, translate),
    ...testsAside(shown, translate),
  };
}
