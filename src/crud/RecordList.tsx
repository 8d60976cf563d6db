import { ListBase, useListContext, useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import type { Row } from './DeleteButton.tsx';
import { countText, type ListMeta, ListPagination } from './ListPagination.tsx';
import type { ListTableProps } from './ListRow.tsx';
import { ListTable } from './ListTable.tsx';
import { LoadFailure } from './LoadFailure.tsx';
import { NotApplied } from './NotApplied.tsx';

const PER_PAGE = 10;

interface RowsProps extends Pick<ListTableProps, 'entity' | 'columns' | 'link' | 'rowActions'> {
  /** Translation key of what is listed: the section's name, unless `labelledBy` is the id of a heading in `head`. */
  what: string;
  labelledBy?: string;
  className?: string;
  /** Above everything; like `above` it may use the list's context. */
  head?: ReactNode;
  /** Above the table. */
  above?: ReactNode;
  /** Instead of the table, if there are no rows. */
  empty: ReactNode;
}

interface Props extends RowsProps {
  /** Selects the record's rows. */
  filter: Record<string, unknown>;
  /** Milliseconds until these rows are read again; false: never. */
  every?(rows: unknown): number | false;
}

/** A list that is part of a record's page: rows of another entity, newest first, with paging. */
export function RecordList({ filter, every = () => false, ...props }: Props) {
  const { entity } = props;
  return (
    <ListBase
      key={entity.name}
      resource={entity.name}
      disableAuthentication
      disableSyncWithLocation
      storeKey={false}
      filter={filter}
      sort={{ field: 'created_at', order: 'DESC' }}
      perPage={PER_PAGE}
      queryOptions={{
        meta: { page: 'fitting' },
        onError: () => undefined,
        refetchInterval: (query: { state: { data?: { data?: unknown } } }) => every(query.state.data?.data),
      }}
    >
      <Rows {...props} />
    </ListBase>
  );
}

/** The number of rows of the list around it, as text; undefined while there are none. */
export function useListTotal(): string | undefined {
  const { total, ...list } = useListContext<Row>();
  return total ? countText(list.meta as ListMeta | undefined, total) : undefined;
}

function Rows({ what, labelledBy, className = '', head, above, empty, ...table }: RowsProps) {
  const translate = useTranslate();
  const { data, total, error, isPending, isFetching, refetch, ...list } = useListContext<Row>();
  const meta = list.meta as ListMeta | undefined;
  const isEmpty = !isPending && total === 0;
  return (
    <section
      className={`crud-card crud-list ${className}`.trim()}
      {...(labelledBy ? { 'aria-labelledby': labelledBy } : { 'aria-label': translate(what) })}
      aria-busy={isFetching}
    >
      {head}
      <NotApplied entity={table.entity} />
      {error && !data ? (
        <div className="crud-pad">
          <LoadFailure what={what} error={error} onRetry={() => void refetch()} />
        </div>
      ) : isEmpty && meta?.unapplied?.searched ? null : isEmpty ? (
        empty
      ) : (
        <>
          {above}
          <ListTable {...table} isAllMatching={false} onSelectionChange={() => undefined} />
        </>
      )}
      {total ? <ListPagination meta={meta} onPerPage={() => undefined} inPage /> : null}
    </section>
  );
}
