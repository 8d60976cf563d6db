import type { Pair } from './permissions.ts';

/** What reports are grouped by. The console shows these without the checks of schema/report.ts. */
export const reportKinds = ['day', 'account', 'operator', 'link', 'hour', 'sender', 'reason'] as const;
export type ReportKind = (typeof reportKinds)[number];

/** Accounts and operator links are the provider's own matter. */
export const ownReportKinds = ['day', 'operator', 'hour', 'sender', 'reason'] as const;

/** What margins are grouped by. */
export const marginKinds = ['month', 'account', 'operator', 'link'] as const;
/** The pair of operator links, because a margin tells what operators charge. */
export const marginPair: Pair = ['operator-link-list', 'get'];
export type MarginKind = (typeof marginKinds)[number];

/** The figures of a margin's rows, in the order of its table. */
export const marginFigures = ['parts', 'charged', 'net', 'cost', 'margin', 'unknown'] as const;

/** Maximum days of a report: a leap year. */
export const REPORT_DAYS = 366;

/** Maximum rows that a report shows, most messages first; its CSV file has all. */
export const REPORT_ROWS = 500;

/** The reasons that are a message's status: those without an error. */
export const statusReasons: ReadonlySet<string> = new Set(['undelivered', 'expired', 'rejected']);

/** Whether a report also says what was charged. A message's charge names no link, hour or reason. */
export const reportsCharges = (by: ReportKind): boolean =>
  by === 'day' || by === 'account' || by === 'operator';

/** The figures of a report's rows, in the order of its table. */
export type ReportFigure = 'sent' | 'test' | 'delivered' | 'failed' | 'parts' | 'amount';
export function reportFigures(by: ReportKind): ReportFigure[] {
  if (by === 'reason') return ['failed'];
  return [
    'sent',
    'test',
    'delivered',
    'failed',
    ...(reportsCharges(by) ? (['parts', 'amount'] as const) : []),
  ];
}
