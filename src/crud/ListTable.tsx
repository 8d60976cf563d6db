import ArrowDownwardRounded from '@mui/icons-material/ArrowDownwardRounded';
import ArrowUpwardRounded from '@mui/icons-material/ArrowUpwardRounded';
import { useListContext, useResourceDefinition, useStoreContext, useTranslate } from 'ra-core';
import { useCallback, useDeferredValue, useRef, useState } from 'react';
import { windowHeight } from '../core/look.ts';
import { scrollKey } from '../core/route.ts';
import { usePhone } from '../layout/usePhone.ts';
import { canWrite } from './access.ts';
import { placeColumns } from './columnPlaces.ts';
import { useDensity } from './columns.ts';
import type { Row } from './DeleteButton.tsx';
import { firstRows } from './firstRows.ts';
import { as, Check, ListRow, type ListTableProps, type RowProps } from './ListRow.tsx';
import { openRow } from './openRow.ts';
import { scrollMore } from './scrollMore.ts';
import { useRecordPath } from './useRecordPath.ts';
import { useSteadyColumns } from './useSteadyColumns.ts';
import './listTable.css';
import './phoneRows.css';
import './rowButtons.css';

const SKELETON_ROWS = 10;

/** Minimum row height, and the height above the rows, in pixels. */
const ROW = { comfortable: 40, compact: 27 };
const ABOVE = 200;

/**
 * The rows of a list. By its roles it is a table at every width. Where it is narrow, columns make room by their priority; on
 * phones each row has two lines.
 */
export function ListTable({ columns: given, ...list }: ListTableProps) {
  const { entity, rowActions } = list;
  const { hasShow } = useResourceDefinition({ resource: entity.name });
  const selectable = canWrite(entity, 'delete');
  const columns = placeColumns(entity, given, {
    hasPage: Boolean(hasShow),
    isSelectable: selectable,
    hasActions: Boolean(rowActions),
  });
  // What two lines have no room for is on the record's page, or shown below them.
  const hasMore = !hasShow && columns.some(({ place }) => !place);
  const props = { ...list, columns, hasMore };
  const translate = useTranslate();
  const { data, isPending, isPlaceholderData } = useListContext<Row>();
  const [density] = useDensity();
  const table = useRef<HTMLTableElement>(null);
  const names = columns.map(({ name }) => name).join();
  useSteadyColumns(table, isPending ? undefined : `${data?.[0]?.id} ${names} ${density}`);
  if (!isPending && data?.length === 0) {
    return (
      <p className="crud-pad" role="status">
        {translate('crud.list.beingDeleted')}
      </p>
    );
  }
  return (
    <div className="crud-scroll" ref={scrollMore}>
      <table
        {...as.table}
        ref={table}
        className="crud-table crud-rows"
        data-pending={isPending || undefined}
        data-density={density}
        data-stale={isPlaceholderData || undefined}
      >
        <ListHead {...props} selectable={selectable} />
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard has the title's link */}
        <tbody {...as.rowgroup} onClick={openRow}>
          {isPending
            ? Array.from({ length: SKELETON_ROWS }, (_, row) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have nothing else
                <tr key={row} className="crud-skeleton-row">
                  {selectable && <td className="crud-select" />}
                  {columns.map(({ name, place, from }) => (
                    <td key={name} data-place={place} data-from={from}>
                      <span className="crud-skeleton" />
                    </td>
                  ))}
                  {rowActions && <td className="crud-row-actions" />}
                </tr>
              ))
            : data && <Rows {...props} data={data} selectable={selectable} />}
        </tbody>
      </table>
    </div>
  );
}

type RowsProps = Omit<RowProps, 'record' | 'to' | 'isSelected' | 'onToggle'> &
  Pick<ListTableProps, 'link'> & { data: readonly Row[] };

/** Renders the rows that fit on the screen first, with those that decide the columns' widths, and the rest afterwards. */
function Rows({ data, link, ...props }: RowsProps) {
  const { selectedIds, onToggleItem } = useListContext<Row>();
  const [density] = useDensity();
  const isPhone = usePhone();
  const pathOf = useRecordPath(props.entity, link);
  // To restore the scroll position, the list needs its full length at once.
  const store = useStoreContext();
  const [isFurther] = useState(() => Boolean(store.getItem(scrollKey(props.entity.name))));
  const isWhole = useDeferredValue(true, isFurther);
  const room = Math.ceil((windowHeight() - ABOVE) / ROW[density]);
  const toggle = useRef(onToggleItem);
  toggle.current = onToggleItem;
  const onToggle = useCallback((id: Row['id']) => toggle.current(id), []);
  return (isWhole ? data : firstRows(props.entity, isPhone ? [] : props.columns, data, room)).map(
    (record) => (
      <ListRow
        key={record.id}
        {...props}
        record={record}
        to={pathOf(record.id)}
        isSelected={props.isAllMatching || selectedIds.includes(record.id)}
        onToggle={onToggle}
      />
    ),
  );
}

function ListHead({
  columns,
  rowActions,
  hasMore,
  selectable,
  onSelectionChange,
}: Omit<RowsProps, 'data' | 'link'>) {
  const translate = useTranslate();
  const { data, sort, setSort, selectedIds, onSelect } = useListContext<Row>();
  // On phones the head is only for screen readers: Tab would stop at what nobody sees. Sorting is among the filters there.
  const tabIndex = usePhone() ? -1 : undefined;
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
            <Check
              label={translate('crud.bulk.selectPage')}
              tabIndex={tabIndex}
              disabled={ids.length === 0}
              checked={onPage > 0 && onPage === ids.length}
              indeterminate={onPage > 0 && onPage < ids.length}
              onChange={selectPage}
            />
          </th>
        )}
        {columns.map((column) => {
          const isSorted = sort.field === column.name;
          const Arrow = isSorted && sort.order === 'DESC' ? ArrowDownwardRounded : ArrowUpwardRounded;
          return (
            <th
              key={column.name}
              {...as.columnheader}
              scope="col"
              className={column.end ? 'crud-end' : undefined}
              data-column={column.name}
              data-place={column.place}
              data-from={column.from}
              aria-sort={isSorted ? (sort.order === 'ASC' ? 'ascending' : 'descending') : undefined}
            >
              {column.sort ? (
                <button
                  type="button"
                  tabIndex={tabIndex}
                  data-sorted={isSorted || undefined}
                  onClick={() =>
                    setSort({
                      field: column.name,
                      order: isSorted && sort.order === 'ASC' ? 'DESC' : 'ASC',
                    })
                  }
                >
                  {column.label}
                  <Arrow />
                </button>
              ) : (
                column.label
              )}
            </th>
          );
        })}
        {rowActions && (
          <th {...as.columnheader} scope="col" className="crud-row-actions">
            <span className="crud-hidden">{translate('crud.list.actions')}</span>
          </th>
        )}
        {hasMore && (
          <th {...as.columnheader} scope="col" className="crud-more">
            <span className="crud-hidden">{translate('crud.list.details')}</span>
          </th>
        )}
      </tr>
    </thead>
  );
}
