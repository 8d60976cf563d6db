import ArrowDownwardRounded from '@mui/icons-material/ArrowDownwardRounded';
import ArrowUpwardRounded from '@mui/icons-material/ArrowUpwardRounded';
import ExpandMoreRounded from '@mui/icons-material/ExpandMoreRounded';
import Checkbox from '@mui/material/Checkbox';
import IconButton from '@mui/material/IconButton';
import Skeleton from '@mui/material/Skeleton';
import { useCreatePath, useListContext, useResourceDefinition, useTranslate } from 'ra-core';
import { Fragment, type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import type { Entity } from '#schema/entity.ts';
import { mayDo } from '../access.ts';
import { mayWrite } from './access.ts';
import type { ResolvedColumn } from './columns.ts';
import type { Row } from './DeleteButton.tsx';
import { FieldValue } from './fields.tsx';
import { recordTitle } from './labels.ts';

export interface ListTableProps {
  entity: Entity;
  columns: readonly ResolvedColumn[];
  rowActions?(record: Row): ReactNode;
  expand?(record: Row): ReactNode;
  link?: 'show' | 'edit' | false;
  isAllMatching: boolean;
  onSelectionChange(): void;
}

const SKELETON_ROWS = 10;

/** CSS shows rows as blocks on narrow screens, which drops the roles that the elements imply. */
const as = {
  table: { role: 'table' },
  rowgroup: { role: 'rowgroup' },
  row: { role: 'row' },
  columnheader: { role: 'columnheader' },
  cell: { role: 'cell' },
};

/** The rows of a list. A table by its roles at every width; on narrow screens each row looks like a card. */
export function ListTable(props: ListTableProps) {
  const { entity, columns, rowActions, expand } = props;
  const translate = useTranslate();
  const { data, isPending, isPlaceholderData } = useListContext<Row>();
  const selectable = mayWrite(entity, 'delete');
  const width = columns.length + [expand, selectable, rowActions].filter(Boolean).length;
  if (!isPending && data?.length === 0) {
    return (
      <p className="crud-pad" role="status">
        {translate('crud.list.beingDeleted')}
      </p>
    );
  }
  return (
    <div className="crud-scroll">
      <table {...as.table} className="crud-table" data-stale={isPlaceholderData || undefined}>
        <ListHead {...props} selectable={selectable} />
        <tbody {...as.rowgroup}>
          {isPending
            ? Array.from({ length: SKELETON_ROWS }, (_, row) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have nothing else
                <tr key={row} className="crud-skeleton-row">
                  {Array.from({ length: width }, (_, cell) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have nothing else
                    <td key={cell}>
                      <Skeleton />
                    </td>
                  ))}
                </tr>
              ))
            : data?.map((record) => (
                <ListRow key={record.id} {...props} record={record} width={width} selectable={selectable} />
              ))}
        </tbody>
      </table>
    </div>
  );
}

function ListHead({
  columns,
  rowActions,
  expand,
  selectable,
  onSelectionChange,
}: ListTableProps & { selectable: boolean }) {
  const translate = useTranslate();
  const { data, sort, setSort, selectedIds, onSelect } = useListContext<Row>();
  const ids = data?.map((record) => record.id) ?? [];
  const onPage = ids.filter((id) => selectedIds.includes(id)).length;
  const selectPage = (checked: boolean) => {
    onSelectionChange();
    onSelect(
      checked ? [...new Set([...selectedIds, ...ids])] : selectedIds.filter((id) => !ids.includes(id)),
    );
  };
  return (
    <thead {...as.rowgroup}>
      <tr {...as.row}>
        {selectable && (
          <th className="crud-select">
            <Checkbox
              size="small"
              disabled={ids.length === 0}
              checked={onPage > 0 && onPage === ids.length}
              indeterminate={onPage > 0 && onPage < ids.length}
              onChange={(_, checked) => selectPage(checked)}
              slotProps={{ input: { 'aria-label': translate('crud.bulk.selectPage') } }}
            />
          </th>
        )}
        {expand && <td className="crud-select" />}
        {columns.map((column) => {
          const isSorted = sort.field === column.name;
          const Arrow = isSorted && sort.order === 'DESC' ? ArrowDownwardRounded : ArrowUpwardRounded;
          return (
            <th
              key={column.name}
              {...as.columnheader}
              scope="col"
              className={column.end ? 'crud-end' : undefined}
              aria-sort={isSorted ? (sort.order === 'ASC' ? 'ascending' : 'descending') : undefined}
            >
              {column.sort ? (
                <button
                  type="button"
                  data-sorted={isSorted || undefined}
                  onClick={() =>
                    setSort({
                      field: column.name,
                      order: isSorted && sort.order === 'ASC' ? 'DESC' : 'ASC',
                    })
                  }
                >
                  {column.label}
                  <Arrow aria-hidden="true" sx={{ fontSize: 15 }} />
                </button>
              ) : (
                column.label
              )}
            </th>
          );
        })}
        {rowActions && (
          <th {...as.columnheader} scope="col">
            <span className="crud-hidden">{translate('crud.list.actions')}</span>
          </th>
        )}
      </tr>
    </thead>
  );
}

function ListRow(props: ListTableProps & { record: Row; width: number; selectable: boolean }) {
  const { entity, record, columns, rowActions, expand, width, selectable } = props;
  const translate = useTranslate();
  const { selectedIds, onToggleItem } = useListContext<Row>();
  const [isOpen, setOpen] = useState(false);
  const isSelected = props.isAllMatching || selectedIds.includes(record.id);
  const name = recordTitle(entity, record);
  return (
    <Fragment>
      <tr {...as.row} data-selected={isSelected || undefined}>
        {selectable && (
          <td className="crud-select">
            <Checkbox
              size="small"
              checked={isSelected}
              onChange={() => {
                props.onSelectionChange();
                onToggleItem(record.id);
              }}
              slotProps={{ input: { 'aria-label': translate('crud.bulk.selectRow', { name }) } }}
            />
          </td>
        )}
        {expand && (
          <td className="crud-select">
            <IconButton
              size="small"
              aria-expanded={isOpen}
              aria-label={`${translate('crud.list.details')}: ${name}`}
              onClick={() => setOpen(!isOpen)}
            >
              <ExpandMoreRounded
                fontSize="small"
                sx={{ transform: isOpen ? 'rotate(180deg)' : 'none', transition: 'transform .15s' }}
              />
            </IconButton>
          </td>
        )}
        {columns.map((column) => (
          <td
            key={column.name}
            {...as.cell}
            data-label={column.label}
            className={column.end ? 'crud-end' : undefined}
          >
            <Cell {...props} column={column} />
          </td>
        ))}
        {rowActions && (
          <td {...as.cell} className="crud-row-actions">
            {rowActions(record)}
          </td>
        )}
      </tr>
      {expand && isOpen && (
        <tr {...as.row} className="crud-expanded">
          <td {...as.cell} colSpan={width}>
            {expand(record)}
          </td>
        </tr>
      )}
    </Fragment>
  );
}

function Cell({ entity, record, column, link }: ListTableProps & { record: Row; column: ResolvedColumn }) {
  const createPath = useCreatePath();
  const { hasShow, hasEdit } = useResourceDefinition({ resource: entity.name });
  const byView = hasShow ? 'show' : hasEdit && mayDo(entity.name, 'edit') ? 'edit' : false;
  const to = link ?? byView;
  const isTitle = column.name === entity.title && entity.fields[column.name]?.kind !== 'reference';
  const value = column.render?.(record) ?? (
    <FieldValue entity={entity} name={column.name} record={record} inList />
  );
  if (!isTitle || !to) return value;
  return (
    <Link className="crud-title" to={createPath({ resource: entity.name, type: to, id: record.id })}>
      {value}
    </Link>
  );
}
