import { one } from '#schema/entity.ts';
import { MARGINS, type MarginQuery, marginQuery, marginReport } from '#schema/marginReport.ts';
import { marginFigures, marginPair, REPORT_ROWS } from '#schema/reportKinds.ts';
import { csvLine } from '#schema/sheets/cells.ts';
import { sendCsv } from '../crud/download.ts';
import type { Module } from '../deps.ts';
import { exportTrail } from '../services/access/readTrail.ts';
import type { Read } from '../services/platform/standbyReads.ts';
import { marginsOf } from '../services/reports/margins.ts';
import { type CsvPart, csvHead, csvRows, rupees } from '../services/sheets/csv.ts';

const heads = {
  parts: 'parts',
  charged: 'charged incl. VAT (Rs.)',
  net: 'charged excl. VAT (Rs.)',
  cost: 'cost (Rs.)',
  margin: 'margin (Rs.)',
  unknown: 'parts without a known cost',
};

async function* csvOf(read: Read, query: MarginQuery): AsyncGenerator<CsvPart, void, void> {
  const { rows } = await read((from) => marginsOf(from, query, 0));
  const isAccount = query.by === 'account';
  const first = query.by === 'link' ? 'operator link' : query.by;
  yield csvHead([first, ...(isAccount ? ['account ID'] : []), ...marginFigures.map((name) => heads[name])]);
  yield csvRows(
    rows.map((row) =>
      csvLine([
        ...(isAccount ? [row.name ?? '', row.key] : [row.key]),
        ...marginFigures.map((name) => {
          const value = row[name];
          if (name === 'parts' || name === 'unknown') return value;
          return value === null ? '' : rupees(value);
        }),
      ]),
    ),
  );
}

/** What was charged and what it cost, for staff, with its CSV file. */
export const margins: Module = (app, { db }) => {
  const config = { access: marginPair, standby: true as const };
  const tags = ['reports', 'ours'];
  app.get(
    MARGINS,
    { config, schema: { tags, querystring: marginQuery, response: { 200: one(marginReport) } } },
    async ({ query, read }) => ({ data: await read((from) => marginsOf(from, query, REPORT_ROWS)) }),
  );
  app.get(
    `${MARGINS}export/`,
    { config, schema: { tags, querystring: marginQuery, produces: ['text/csv'] } },
    ({ caller, query, read }, reply) => {
      const file = `margin by ${query.by} ${query.from} ${query.until}.csv`;
      const trail = exportTrail(db, caller, {
        ...{ entity: 'admin/reports', account: query.account ?? null, title: file, filter: query },
      });
      return sendCsv(reply, file, csvOf(read, query), trail);
    },
  );
};
