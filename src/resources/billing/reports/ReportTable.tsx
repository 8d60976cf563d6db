import { useTranslate } from 'ra-core';
import { Link, useLocation } from 'react-router-dom';
import type { Report, ReportRow } from '#schema/report.ts';
import { type ReportFigure, type ReportKind, reportFigures } from '#schema/reportKinds.ts';
import { entityOf } from '../../../core/entities.ts';
import { number, percent } from '../../../core/format.ts';
import { useLabels } from '../../../core/labels.ts';
import { ExactAmount } from '../../../crud/fields.tsx';
import { When } from '../../../crud/When.tsx';
import { FigureTable } from './FigureTable.tsx';

interface Props {
  by: ReportKind;
  report: Report;
  nameOf: (row: ReportRow) => string;
  /** An account's name leads to its days. */
  linksAccounts: boolean;
  /** The table's name. */
  label: string;
}

type Figures = Report['total'];
type Column = ReportFigure | 'rate';

const textOf = (figures: Figures, name: Exclude<Column, 'amount'>): string => {
  if (name === 'rate') return figures.sent > 0 ? percent(figures.delivered / figures.sent) : '–';
  return number(figures[name]);
};

/** The rows of a report and their total. */
export function ReportTable({ by, report: { rows, total }, nameOf, linksAccounts, label }: Props) {
  const translate = useTranslate();
  const labels = useLabels(entityOf('wallet/daily-consumption'));
  const columns = reportFigures(by)
    .filter((name) => name !== 'test' || total.test > 0)
    .flatMap((name): Column[] => (name === 'delivered' ? [name, 'rate'] : [name]));
  const columnLabel = (name: Column) => (name === 'rate' ? translate('reports.rate') : labels.field(name));
  // The latest first, as in the daily consumption; the chart has them from left to right.
  const lines = by === 'day' ? rows.toReversed() : rows;
  const linked = linksAccounts && by === 'account';
  return (
    <FigureTable
      label={label}
      head={translate(`reports.kinds.${by}`)}
      columns={columns}
      columnLabel={columnLabel}
      rows={lines}
      total={total}
      rowHead={(row) => <RowName by={by} row={row} name={nameOf(row)} linked={linked} />}
      cell={cellOf}
    />
  );
}

interface RowNameProps {
  by: ReportKind;
  row: ReportRow;
  name: string;
  linked: boolean;
}

function RowName({ by, row: { key }, name, linked }: RowNameProps) {
  if (by === 'day') return <When iso={key} />;
  return linked ? <AccountLink account={key} name={name} /> : name;
}

const cellOf = (figures: Figures, name: Column) =>
  name === 'amount' ? <Amount minor={figures.amount} /> : textOf(figures, name);

const Amount = ({ minor }: { minor: number | null }) =>
  minor === null ? '–' : <ExactAmount minor={minor} />;

/** The same period of one account, by day. */
function AccountLink({ account, name }: { account: string; name: string }) {
  const { search } = useLocation();
  const params = new URLSearchParams(search);
  params.delete('by');
  params.set('account', account);
  return <Link to={{ search: `?${params}` }}>{name}</Link>;
}
