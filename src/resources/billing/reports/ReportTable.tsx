import { useTranslate } from 'ra-core';
import { Link, useLocation } from 'react-router-dom';
import type { Report, ReportRow } from '#schema/report.ts';
import { type ReportFigure, type ReportKind, reportFigures } from '#schema/reportKinds.ts';
import { entityOf } from '../../../core/entities.ts';
import { number, percent } from '../../../core/format.ts';
import { useLabels } from '../../../core/labels.ts';
import { ExactAmount } from '../../../crud/fields.tsx';
import { scrollMore } from '../../../crud/scrollMore.ts';
import { When } from '../../../crud/When.tsx';

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

/** The rows of a report and their total. On narrow screens the figures scroll beside the names. */
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
    <section
      className="crud-scroll report-scroll crud-divided"
      ref={scrollMore}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keyboard
      tabIndex={0}
      aria-label={label}
    >
      <table className="report-table">
        <thead>
          <tr>
            <th scope="col">{translate(`reports.kinds.${by}`)}</th>
            {columns.map((name) => (
              <th key={name} scope="col" className="crud-end">
                {columnLabel(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((row) => (
            <tr key={row.key}>
              <th scope="row">
                <RowName by={by} row={row} name={nameOf(row)} linked={linked} />
              </th>
              <Cells figures={row} columns={columns} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{translate('daily.total')}</th>
            <Cells figures={total} columns={columns} />
          </tr>
        </tfoot>
      </table>
    </section>
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

const Cells = ({ figures, columns }: { figures: Figures; columns: readonly Column[] }) =>
  columns.map((name) => (
    <td key={name} className="crud-end crud-number">
      {name === 'amount' ? <Amount minor={figures.amount} /> : textOf(figures, name)}
    </td>
  ));

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
