import { isIsoDay } from '#schema/bikramSambat.ts';
import { REPORT_DAYS } from '#schema/reportKinds.ts';
import { now } from '../../../core/clock.ts';
import { today } from '../../../core/format.ts';

export const periods = ['7', '30', '90', 'month', 'own'] as const;
type Period = (typeof periods)[number];

/** Maximum days at once. */
export const DAYS_MAX = REPORT_DAYS;

const DAY = 86_400_000;

export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);

const daysBetween = (from: string, until: string): number => (Date.parse(until) - Date.parse(from)) / DAY + 1;

export interface Chosen {
  period: Period;
  /** ISO days as far as chosen; always set for a named period. */
  from: string;
  until: string;
  /** The error of a custom period: the last part of a translation key. */
  problem?: 'wrongOrder' | 'tooLong' | 'incomplete';
}

/** The period in the URL: `period=7|30|90|month`, or `period=own&from=...&until=...`; 30 days by default. */
export function chosenIn(params: URLSearchParams, at = now()): Chosen {
  const value = params.get('period');
  const period = periods.find((one) => one === value) ?? '30';
  const last = today(at);
  if (period === 'month') return { period, from: `${last.slice(0, 8)}01`, until: last };
  if (period !== 'own') return { period, from: dayAfter(last, 1 - Number(period)), until: last };
  const [from = '', until = ''] = ['from', 'until'].map((name) => {
    const day = params.get(name) ?? '';
    return isIsoDay(day) ? day : '';
  });
  if (!from || !until) return { period, from, until, problem: 'incomplete' };
  if (from > until) return { period, from, until, problem: 'wrongOrder' };
  if (daysBetween(from, until) > DAYS_MAX) return { period, from, until, problem: 'tooLong' };
  return { period, from, until };
}

/** Every day between two days, inclusive. */
export const daysOf = (from: string, until: string): string[] =>
  Array.from({ length: daysBetween(from, until) }, (_, index) => dayAfter(from, index));
