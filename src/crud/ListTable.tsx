import ArrowDownwardRounded from '@mui/icons-material/ArrowDownwardRounded';
import ArrowUpwardRounded from '@mui/icons-material/ArrowUpwardRounded';
import ExpandMoreRounded from '@mui/icons-material/ExpandMoreRounded';
import { useCreatePath, useListContext, useResourceDefinition, useStoreContext, useTranslate } from 'ra-core';
import { Fragment, memo, type ReactNode, useCallback, useDeferredValue, useRef, useState } from 'react';
import type { Outline } from '#schema/outline.ts';
import { mayDo } from '../access.ts';
import { DirectLink } from '../layout/DirectLink.tsx';
import { mayWrite } from './access.ts';
import { type ResolvedColumn, useDensity } from './columns.ts';
import type { Row } from './DeleteButton.tsx';
import { FieldValue } from './fields.tsx';
import { recordTitle } from './labels.ts';

export interface ListTableProps {
  entity: Outline;
  columns: readonly ResolvedColumn[];
  rowActions?(record: Row): ReactNode;
  expand?(record: Row): ReactNode;
  link?: 'show' | 'edit' | false;
  isAllMatching: boolean;
  onSelectionChange(): void;
}

const SKELETON_ROWS = 10;

/** Pixels of a row at least, and of what stands above the rows. */
const ROW = { comfortable: 40, compact: 27 };
const ABOVE = 200;

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
  const [density] = useDensity();
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
      <table
        {...as.table}
        className="crud-table"
        data-density={density}
        data-stale={isPlaceholderData || undefined}
      >
        <ListHead {...props} selectable={selectable} />
        <tbody {...as.rowgroup}>
          {isPending
            ? Array.from({ length: SKELETON_ROWS }, (_, row) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have nothing else
                <tr key={row} className="crud-skeleton-row">
                  {Array.from({ length: width }, (_, cell) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have nothing else
                    <td key={cell}>
                      <span className="crud-skeleton" />
                    </td>
                  ))}
                </tr>
              ))
            : data && <Rows {...props} data={data} width={width} selectable={selectable} />}
        </tbody>
      </table>
    </div>
  );
}

type RowsProps = ListTableProps & Pick<RowProps, 'width' | 'selectable'> & { data: readonly Row[] };

/** The rows, first those that a screen has room for: what is below them is drawn while they are read. */
function Rows({ data, ...props }: RowsProps) {
  const { selectedIds, onToggleItem } = useListContext<Row>();
  const [density] = useDensity();
  // Where the reader left the list further down, it must be as long as it was.
  const store = useStoreContext();
  const [isFurther] = useState(() => Boolean(store.getItem(`${props.entity.name}.list.scrollPosition`)));
  const isWhole = useDeferredValue(true, isFurther);
  const room = Math.ceil((window.innerHeight - ABOVE) / ROW[density]);
  const toggle = useRef(onToggleItem);
  toggle.current = onToggleItem;
  const onToggle = useCallback((id: Row['id']) => toggle.current(id), []);
  return (isWhole ? data : data.slice(0, room)).map((record) => (
    <ListRow
      key={record.id}
      {...props}
      record={record}
      isSelected={props.isAllMatching || selectedIds.includes(record.id)}
      onToggle={onToggle}
    />
  ));
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
            <Check
              label={translate('crud.bulk.selectPage')}
              disabled={ids.length === 0}
              checked={onPage > 0 && onPage === ids.length}
              indeterminate={onPage > 0 && onPage < ids.length}
              onChange={selectPage}
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

/** A list has dozens of these: the browser's own costs a fraction of one that is drawn. */
function Check({
  label,
  indeterminate = false,
  onChange,
  ...input
}: {
  label: string;
  checked: boolean;
  indeterminate?: boolean;
  disabled?: boolean;
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

interface RowProps extends ListTableProps {
  record: Row;
  width: number;
  selectable: boolean;
  isSelected: boolean;
  onToggle(id: Row['id']): void;
}

/** Whether a row would look the same: choosing one must not draw all of them. */
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

const ListRow = memo(function ListRow(props: RowProps) {
  const { entity, record, columns, rowActions, expand, width, selectable, isSelected } = props;
  const translate = useTranslate();
  const [isOpen, setOpen] = useState(false);
  const name = recordTitle(entity, record);
  return (
    <Fragment>
      <tr {...as.row} data-selected={isSelected || undefined}>
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
        {expand && (
          <td className="crud-select">
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
}, isSame);

type CellProps = ListTableProps & { record: Row };

function Cell({ column, ...props }: CellProps & { column: ResolvedColumn }) {
  const { entity, record, link } = props;
  const value = column.render?.(record) ?? (
    <FieldValue entity={entity} name={column.name} record={record} inList />
  );
  const isTitle = column.name === entity.title && entity.fields[column.name]?.kind !== 'reference';
  return isTitle && link !== false ? <TitleLink {...props}>{value}</TitleLink> : value;
}

function TitleLink({ entity, record, link, children }: CellProps & { children: ReactNode }) {
  const createPath = useCreatePath();
  const { hasShow, hasEdit } = useResourceDefinition({ resource: entity.name });
  const to = link || (hasShow ? 'show' : hasEdit && mayDo(entity.name, 'edit') ? 'edit' : undefined);
  if (!to) return children;
  return (
    <DirectLink className="crud-title" to={createPath({ resource: entity.name, type: to, id: record.id })}>
      {children}
    </DirectLink>
  );
}
