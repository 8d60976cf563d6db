import { date, dayAndMonth, money, number } from '../../../core/format.ts';
import { outcomeSeries, testsAside } from '../../../crud/charts/days.ts';
import type { ChartData } from '../../../crud/charts/types.ts';
import { daysOf } from './period.ts';

const parts = ['sent', 'test', 'delivered', 'failed', 'messages', 'parts', 'amount'] as const;
export type Sums = Record<(typeof parts)[number], number>;

/** Amounts have four decimals; sums of doubles are rounded back to them. */
const exact = (value: number): number => Math.round(value * 10_000) / 10_000;

const sumOf = (rows: readonly Partial<Sums>[]): Sums =>
  Object.fromEntries(
    parts.map((part) => [part, exact(rows.reduce((sum, row) => sum + (row[part] ?? 0), 0))]),
  ) as Sums;

/** The sums of a period's rows; NaN for a number that a server gives in none of them. */
export function totalOf(rows: readonly Sums[]): Sums {
  const known = (part: keyof Sums) => rows.some((row) => row[part] !== undefined);
  const sums = Object.entries(sumOf(rows)) as [keyof Sums, number][];
  return Object.fromEntries(sums.map(([part, sum]) => [part, known(part) ? sum : Number.NaN])) as Sums;
}

export const measures = ['messages', 'amount'] as const;
export type Measure = (typeof measures)[number];

/** What a chart of these totals can show: results of messages, or amounts. */
export const measuresOf = ({ sent, amount }: Sums): Measure[] =>
  measures.filter((measure) => !Number.isNaN(measure === 'amount' ? amount : sent));

/** Maximum columns: more are too narrow to read and to point at, so weeks replace days. */
const COLUMNS_MAX = 92;
const WEEK = 7;

interface Group extends Sums {
  from: string;
  until: string;
}

/** The period without gaps, one column per day, or per seven days for long periods, counted from the first. */
export function groupsOf(
  rows: readonly (Partial<Sums> & { day: string })[],
  from: string,
  until: string,
): Group[] {
  const byDay = new Map(rows.map((row) => [row.day, row]));
  const days = daysOf(from, until);
  const size = days.length > COLUMNS_MAX ? WEEK : 1;
  return Array.from({ length: Math.ceil(days.length / size) }, (_, index) => {
    const some = days.slice(index * size, (index + 1) * size);
    const found = some.flatMap((day) => byDay.get(day) ?? []);
    return { from: some[0] ?? from, until: some.at(-1) ?? until, ...sumOf(found) };
  });
}

type Translate = (key: string, options?: object) => string;

/** The chart of a period: the delivery results of its messages, or their cost. */
export function chartOf(groups: readonly Group[], measure: Measure, translate: Translate): ChartData {
  const isAmount = measure === 'amount';
  return {
    layout: 'columns',
    format: isAmount ? money : number,
    // Whole rupees on the axis.
    ...(isAmount && { unit: 100, formatShort: (minor: number) => number(minor / 100) }),
    categories: groups.map(({ from, until }) => ({
      short: dayAndMonth(from),
      full: from === until ? date(from) : translate('daily.week', { from: date(from), until: date(until) }),
    })),
    series: isAmount
      ? [
          {
            key: 'amount',
            label: translate('charts.amount'),
            look: 'plain',
            // A day with only releases has no bar; the table has its number.
            values: groups.map(({ amount }) => Math.max(0, amount)),
          },
        ]
      : outcomeSeries(groups, translate),
    // Whether tests cost anything is a separate question.
    ...(!isAmount && testsAside(groups, translate)),
  };
}
