import { date, dayAndMonth, number } from '../../core/format.ts';
import type { ChartData } from './types.ts';

/** A day's messages: what went to the operators, and what has become of it. */
export interface DayOutcome {
  /** ISO day. */
  day: string;
  sent: number;
  delivered: number;
  failed: number;
}

type Translate = (key: string) => string;

/** Messages whose outcome is not known yet; never below zero, whatever another server counts. */
export const openOf = ({ sent, delivered, failed }: Omit<DayOutcome, 'day'>): number =>
  Math.max(0, sent - delivered - failed);

/** Delivered, failed and still open messages of each row as stacked bars. */
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

/** Days as columns, by what became of their messages. */
export const outcomesByDay = (days: readonly DayOutcome[], translate: Translate): ChartData => ({
  layout: 'columns',
  format: number,
  categories: days.map(({ day }) => ({ short: dayAndMonth(day), full: date(day) })),
  series: outcomeSeries(days, translate),
});
