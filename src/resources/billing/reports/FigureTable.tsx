import { useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import { scrollMore } from '../../../crud/scrollMore.ts';

interface Props<Column extends string, Figures, Row extends Figures & { key: string }> {
  /** The table's name. */
  label: string;
  /** What the rows are. */
  head: string;
  columns: readonly Column[];
  columnLabel(column: Column): string;
  rows: readonly Row[];
  total: Figures;
  rowHead(row: Row): ReactNode;
  cell(figures: Figures, column: Column): ReactNode;
}

/** Rows of figures and their total. On narrow screens the figures scroll beside the names. */
export function FigureTable<Column extends string, Figures, Row extends Figures & { key: string }>({
  label,
  head,
  columns,
  columnLabel,
  rows,
  total,
  rowHead,
  cell,
}: Props<Column, Figures, Row>) {
  const translate = useTranslate();
  const cells = (figures: Figures) =>
    columns.map((column) => (
      <td key={column} className="crud-end crud-number">
        {cell(figures, column)}
      </td>
    ));
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
            <th scope="col">{head}</th>
            {columns.map((column) => (
              <th key={column} scope="col" className="crud-end">
                {columnLabel(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <th scope="row">{rowHead(row)}</th>
              {cells(row)}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{translate('daily.total')}</th>
            {cells(total)}
          </tr>
        </tfoot>
      </table>
    </section>
  );
}
