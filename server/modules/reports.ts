import { one } from '#schema/entity.ts';
import { reasonText } from '#schema/messageReasons.ts';
import {
  OWN_REPORTS,
  ownReportPair,
  ownReportQuery,
  REPORTS,
  type ReportQuery,
  type ReportRow,
  report,
  reportPair,
  reportQuery,
} from '#schema/report.ts';
import {
  REPORT_ROWS,
  type ReportFigure,
  type ReportKind,
  reportFigures,
  statusReasons,
} from '#schema/reportKinds.ts';
import { csvLine } from '#schema/sheets/cells.ts';
import { statusWords } from '#schema/statusWords.ts';
import { sendCsv } from '../crud/download.ts';
import type { Module } from '../deps.ts';
import { exportTrail } from '../services/access/readTrail.ts';
import type { Caller } from '../services/platform/caller.ts';
import type { Read } from '../services/platform/standbyReads.ts';
import { reportOf } from '../services/reports/reports.ts';
import { type CsvPart, csvHead, csvRows, rupees } from '../services/sheets/csv.ts';

const heads: Partial<Record<ReportKind | ReportFigure, string>> = {
  hour: 'hour (Nepal time)',
  link: 'operator link',
  sender: 'sender ID',
  amount: 'amount (Rs.)',
};
const headOf = (name: ReportKind | ReportFigure): string => heads[name] ?? name;

const reasonOf = (key: string): string =>
  statusReasons.has(key) ? statusWords[key as keyof typeof statusWords] : reasonText(key);

/** What a row is of, in words; an account's uuid is in a column of its own. */
const keyCells = (by: ReportKind, { key, name }: ReportRow): string[] =>
  by === 'account' ? [name ?? '', key] : [by === 'reason' ? reasonOf(key) : key];

async function* csvOf(read: Read, query: ReportQuery): AsyncGenerator<CsvPart, void, void> {
  const { by } = query;
  const figures = reportFigures(by);
  const { rows } = await read((from) => reportOf(from, query, 0));
  yield csvHead([headOf(by), ...(by === 'account' ? ['account ID'] : []), ...figures.map(headOf)]);
  yield csvRows(
    rows.map((row) =>
      csvLine([
        ...keyCells(by, row),
        // Amounts in rupees, so that people can add them up; the API uses paisa.
        ...figures.map((name) => (name === 'amount' ? rupees(row.amount ?? 0) : row[name])),
      ]),
    ),
  );
}

/** Figures of all accounts for staff and of the own one for customers, each with its CSV file. */
export const reports: Module = (app, { db }) => {
  const kinds = [
    { path: REPORTS, entity: 'admin/reports', access: reportPair, querystring: reportQuery, isOwn: false },
    { path: OWN_REPORTS, entity: 'reports', access: ownReportPair, querystring: ownReportQuery, isOwn: true },
  ] as const;
  for (const { path, entity, access, querystring, isOwn } of kinds) {
    const asked = (query: unknown, { account }: Caller): ReportQuery => {
      const checked = query as ReportQuery;
      return isOwn ? { ...checked, account } : checked;
    };
    const config = { access, standby: true as const };
    const tags = ['reports', 'ours'];
    app.get(
      path,
      { config, schema: { tags, querystring, response: { 200: one(report) } } },
      async ({ caller, query, read }) => ({
        data: await read((from) => reportOf(from, asked(query, caller), REPORT_ROWS)),
      }),
    );
    app.get(
      `${path}export/`,
      { config, schema: { tags, querystring, produces: ['text/csv'] } },
      ({ caller, query, read }, reply) => {
        const filter = asked(query, caller);
        const file = `report by ${filter.by} ${filter.from} ${filter.until}.csv`;
        const trail = exportTrail(db, caller, {
          entity,
          account: filter.account ?? null,
          title: file,
          filter: query as object,
        });
        return sendCsv(reply, file, csvOf(read, filter), trail);
      },
    );
  }
};
