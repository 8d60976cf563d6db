import { date, dayAndMonth, number } from '../../core/format.ts';
import type { ChartData } from './types.ts';

/** A day's messages: those sent to operators, and their results. */
export interface DayOutcome {
  /** ISO day. */
  day: string;
  sent: number;
  delivered: number;
  failed: number;
  /** How many of `sent` went to the operator simulator. */
  test?: number | undefined;
}

type Translate = (key: string, options?: object) => string;

/** Messages without a known result; never below zero, whatever another server reports. */
export const openOf = ({ sent, delivered, failed }: Omit<DayOutcome, 'day'>): number =>
  Math.max(0, sent - delivered - failed);

/** Delivered, failed and open messages of each row as stacked bars. */
export function outcomeSeries(
  rows: readonly Omit<DayOutcome, 'day'>[],
  translate: Translate,
): ChartData['series'] {
  return [
    {
      key: 'delivered',
      label: translate('charts.delivered'),
      look: 'good',
      values: rows.map((row) => row.delivered),
    },
    {
      key: 'failed',
      label: translate('charts.failedMessages'),
      look: 'bad',
      values: rows.map((row) => row.failed),
    },
    { key: 'open', label: translate('charts.open'), look: 'open', values: rows.map(openOf) },
  ];
}

/** How many of each row were tests, as a separate mark for the results chart. */
export function testsAside(
  rows: readonly Pick<DayOutcome, 'test'>[],
  translate: Translate,
): Pick<ChartData, 'aside'> {
  const values = rows.map(({ test = 0 }) => test);
  const count = values.reduce((sum, value) => sum + value, 0);
  if (count === 0) return {};
  const note = translate('charts.testsText', { smart_count: count, count: number(count) });
  return { aside: { label: translate('charts.tests'), note, values } };
}

/** Delivery results by day, as columns. */
export const outcomesByDay = (days: readonly DayOutcome[], translate: Translate): ChartData => ({
  layout: 'columns',
  format: number,
  categories: days.map(({ day }) => ({ short: dayAndMonth(day), full: date(day) })),
  series: outcomeSeries(days, translate),
  ...testsAside(days, translate),
});
