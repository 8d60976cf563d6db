import { z } from 'zod';
import { sentDay } from './moments.ts';
import type { Pair } from './permissions.ts';
import { operators } from './phone.ts';
import { ownReportKinds, REPORT_DAYS, type ReportKind, reportKinds } from './reportKinds.ts';

/** GET (ours): figures of all accounts, for staff, and of the caller's own account. Below each, `export/` is the CSV file. */
export const REPORTS = '/v1/admin/reports/';
export const OWN_REPORTS = '/v1/core/reports/';

export const reportPair: Pair = ['report-list', 'get'];
export const ownReportPair: Pair = ['credit-daily-consumption', 'get'];

const period = { from: sentDay(), until: sentDay(), operator: z.enum(operators).optional() };

// A day that is none has an error of its own, and passes here.
export const isInOrder = ({ from, until }: { from: string; until: string }): boolean =>
  !(Date.parse(from) > Date.parse(until));
export const isShort = ({ from, until }: { from: string; until: string }): boolean =>
  !((Date.parse(until) - Date.parse(from)) / 86_400_000 >= REPORT_DAYS);
export const inOrder = { path: ['until'], error: 'The last day is before the first.' };
export const short = { path: ['until'], error: `At most ${REPORT_DAYS} days at a time.` };

/** Days of Asia/Kathmandu, both included. */
export const reportQuery = z
  .strictObject({ by: z.enum(reportKinds), ...period, account: z.uuid().optional() })
  .refine(isInOrder, inOrder)
  .refine(isShort, short);
export const ownReportQuery = z
  .strictObject({ by: z.enum(ownReportKinds), ...period })
  .refine(isInOrder, inOrder)
  .refine(isShort, short);
export type ReportQuery = Omit<z.infer<typeof reportQuery>, 'by'> & { by: ReportKind };

/**
 * `sent` went to operators in the period, `test` of it to the operator simulator; `delivered` and `failed` (undelivered,
 * expired, rejected) are the results of these messages, whenever they became known. `parts` and `amount` (minor units, may
 * be fractional) were charged in the period, less what was released; null where a report does not say (reportKinds.ts).
 */
const figures = {
  sent: z.int(),
  test: z.int(),
  delivered: z.int(),
  failed: z.int(),
  parts: z.int().nullable(),
  amount: z.number().nullable(),
};

/** A report with these figures in each row and in total. */
export const reportOf = <F extends z.ZodRawShape>(figures: F) =>
  z.object({
    rows: z.array(z.object({ key: z.string(), name: z.string().nullable(), ...figures })),
    /** Over all rows, also those that are not shown. */
    total: z.object(figures),
    /** How many rows there are. */
    count: z.int(),
    /** Older messages are still being counted, after an upgrade: the figures may be too low. */
    is_counting: z.boolean(),
    /** The name of the account that was asked for. */
    account_name: z.string().nullable(),
  });

/**
 * Rows by day and hour are in order, otherwise most messages first, at most REPORT_ROWS. `key`: the ISO day, the hour (0 to 23,
 * Asia/Kathmandu), the account's uuid, the operator, the link's name, the sender ID, or the reason: an error
 * (schema/messageReasons.ts) or a message's status. `name`: the account's.
 */
export const report = reportOf(figures);
export type Report = z.infer<typeof report>;
export type ReportRow = Report['rows'][number];
