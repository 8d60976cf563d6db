import ExpandMoreRounded from '@mui/icons-material/ExpandMoreRounded';
import { useTranslate } from 'ra-core';
import { memo, type ReactNode, useState } from 'react';
import type { Outline } from '#schema/outline.ts';
import { recordTitle, titleField } from '../core/labels.ts';
import { DirectLink } from '../layout/DirectLink.tsx';
import type { PlacedColumn } from './columnPlaces.ts';
import type { ResolvedColumn } from './columns.ts';
import type { Row } from './DeleteButton.tsx';
import { fieldValue } from './fields.tsx';

/** Props shared by the table and its rows. */
export interface ListTableProps {
  entity: Outline;
  columns: readonly ResolvedColumn[];
  rowActions?(record: Row): ReactNode;
  link?: 'show' | 'edit' | false;
  isAllMatching: boolean;
  onSelectionChange(): void;
}

/** On narrow screens CSS shows rows as blocks, which drops the implicit roles of the elements. */
export const as = {
  table: { role: 'table' },
  rowgroup: { role: 'rowgroup' },
  row: { role: 'row' },
  columnheader: { role: 'columnheader' },
  rowheader: { role: 'rowheader' },
  cell: { role: 'cell' },
};

/** A list has dozens of these, and the native checkbox costs a fraction of MUI's. */
export function Check({
  label,
  indeterminate = false,
  onChange,
  ...input
}: {
  label: string;
  checked: boolean;
  indeterminate?: boolean;
  disabled?: boolean;
  tabIndex?: number | undefined;
  onChange(checked: boolean): void;
}) {
  return (
    <label className="crud-check">
      <input
        type="checkbox"
        aria-label={label}
        ref={(element) => {
          if (element) element.indeterminate = indeterminate;
        }}
        onChange={(event) => onChange(event.target.checked)}
        {...input}
      />
    </label>
  );
}

export interface RowProps extends Omit<ListTableProps, 'columns' | 'link'> {
  columns: readonly PlacedColumn[];
  record: Row;
  /** Where its title leads; undefined for nowhere. */
  to: string | undefined;
  /** Whether two lines leave something out that no page shows. */
  hasMore: boolean;
  selectable: boolean;
  isSelected: boolean;
  onToggle(id: Row['id']): void;
}

/** Whether a row would render the same, so that selecting one does not render all. Places follow from the columns. */
function isSame({ columns: before, ...one }: RowProps, { columns: after, ...other }: RowProps): boolean {
  return (
    (Object.keys({ ...one, ...other }) as (keyof typeof one)[]).every((key) => one[key] === other[key]) &&
    before.length === after.length &&
    before.every(
      ({ name, label, end, render }, n) =>
        name === after[n]?.name &&
        label === after[n].label &&
        end === after[n].end &&
        render === after[n].render,
    )
  );
}

/** One record of a list: its cells and actions, and on phones a button for what two lines leave out. */
export const ListRow = memo(function ListRow(props: RowProps) {
  const { entity, record, columns, rowActions, hasMore, selectable, isSelected } = props;
  const translate = useTranslate();
  const [isOpen, setOpen] = useState(false);
  const name = recordTitle(entity, record);
  return (
    <tr {...as.row} data-selected={isSelected || undefined} data-open={isOpen || undefined}>
      {selectable && (
        <td className="crud-select">
          <Check
            label={translate('crud.bulk.selectRow', { name })}
            checked={isSelected}
            onChange={() => {
              props.onSelectionChange();
              props.onToggle(record.id);
            }}
          />
        </td>
      )}
      {columns.map((column) => (
        <td
          key={column.name}
          {...as.cell}
          data-label={column.label}
          data-labelled={column.isLabelled || undefined}
          data-place={column.place}
          data-from={column.from}
          className={column.end ? 'crud-end' : undefined}
        >
          {cellOf(column, props)}
        </td>
      ))}
      {rowActions && (
        <td {...as.cell} className="crud-row-actions">
          {rowActions(record)}
        </td>
      )}
      {hasMore && (
        <td {...as.cell} className="crud-more">
          <button
            type="button"
            className="crud-icon"
            aria-expanded={isOpen}
            aria-label={`${translate('crud.list.details')}: ${name}`}
            onClick={() => setOpen(!isOpen)}
          >
            <ExpandMoreRounded className="crud-turn" fontSize="small" />
          </button>
        </td>
      )}
    </tr>
  );
}, isSame);

type CellProps = Pick<RowProps, 'entity' | 'record' | 'to'>;

/** What a cell shows. Not a component, as `fieldValue` is none. */
function cellOf(column: ResolvedColumn, { entity, record, to }: CellProps): ReactNode {
  const name = column.name === entity.title ? titleField(entity, record) : column.name;
  const value = column.render?.(record) ?? fieldValue({ entity, name, record, inList: true });
  const isTitle = column.name === entity.title && entity.fields[column.name]?.kind !== 'reference';
  if (!isTitle || !to) return value;
  return (
    <DirectLink className="crud-title" to={to}>
      {value}
    </DirectLink>
  );
}
