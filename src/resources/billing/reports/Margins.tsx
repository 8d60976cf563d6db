import Alert from '@mui/material/Alert';
import { useTranslate } from 'ra-core';
import { useMemo } from 'react';
import type { MarginReport, MarginRow } from '#schema/marginReport.ts';
import { type MarginKind, marginFigures } from '#schema/reportKinds.ts';
import { date, number, percent, rupees } from '../../../core/format.ts';
import { Chart } from '../../../crud/charts/Chart.tsx';
import { usePreferences } from '../../../layout/useUser.ts';
import { FigureTable } from './FigureTable.tsx';
import { marginChartOf } from './marginChart.ts';
import { monthName } from './monthName.ts';
import { chartHeight } from './reportChart.ts';
import { useRowNames } from './useRowNames.ts';

interface Props {
  by: MarginKind;
  report: MarginReport;
  from: string;
  until: string;
}

/** What was charged, what it cost and what is left: a chart with its table. */
export function Margins({ by, report, from, until }: Props) {
  const translate = useTranslate();
  const { language, digits, calendar } = usePreferences();
  const rowName = useRowNames(by === 'month' ? 'day' : by);
  const nameOf = (row: MarginRow) => (by === 'month' ? monthName(row.key) : rowName(row));
  const { rows, total, count, account_name } = report;
  // biome-ignore lint/correctness/useExhaustiveDependencies: names and formats follow the preferences
  const chart = useMemo(
    () => marginChartOf(by, rows, nameOf, translate),
    [by, rows, translate, language, digits, calendar],
  );
  const title = translate('reports.heading', {
    ...{ what: translate(`reports.margins.kinds.${by}`), from: date(from), until: date(until) },
  });
  const { unknown } = total;
  return (
    <>
      <div className="daily-body crud-divided">
        <h2 className="daily-range">{account_name ? `${account_name}: ${title}` : title}</h2>
        {unknown > 0 && (
          <Alert severity="warning" className="report-counting">
            {translate('reports.margins.unknownNote', { smart_count: unknown, count: number(unknown) })}
          </Alert>
        )}
        <Chart
          title={title}
          summary={translate('reports.margins.summary', {
            net: rupees(total.net),
            cost: rupees(total.cost),
            margin: rupees(total.margin),
          })}
          data={chart}
          height={chartHeight(chart)}
        />
      </div>
      <MarginTable by={by} report={report} nameOf={nameOf} label={title} />
      {rows.length < count && (
        <p className="daily-note">
          {translate('reports.tableShows', { count: number(rows.length), total: number(count) })}
        </p>
      )}
      <p className="daily-note">{translate('reports.margins.note')}</p>
    </>
  );
}

type Figures = MarginReport['total'];
type Column = (typeof marginFigures)[number] | 'rate';

const textOf = (figures: Figures, name: Column): string => {
  if (name === 'parts' || name === 'unknown') return number(figures[name]);
  if (name !== 'rate') return rupees(figures[name]);
  return figures.margin === null || !(figures.net > 0) ? '–' : percent(figures.margin / figures.net);
};

interface TableProps {
  by: MarginKind;
  report: MarginReport;
  nameOf(row: MarginRow): string;
  label: string;
}

function MarginTable({ by, report: { rows, total }, nameOf, label }: TableProps) {
  const translate = useTranslate();
  const columns = marginFigures
    .filter((name) => name !== 'unknown' || total.unknown > 0)
    .flatMap((name): Column[] => (name === 'margin' ? [name, 'rate'] : [name]));
  return (
    <FigureTable
      label={label}
      head={translate(by === 'month' ? 'reports.margins.month' : `reports.kinds.${by}`)}
      columns={columns}
      columnLabel={(name) => translate(`reports.margins.columns.${name}`)}
      rows={rows}
      total={total}
      rowHead={nameOf}
      cell={textOf}
    />
  );
}
