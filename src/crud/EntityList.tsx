import AddRounded from '@mui/icons-material/AddRounded';
import Button from '@mui/material/Button';
import {
  ListBase,
  useCreatePath,
  useListContext,
  useResourceDefinition,
  useStore,
  useTranslate,
} from 'ra-core';
import { type ReactNode, useCallback, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { type Outline, PAGE_SIZE } from '#schema/outline.ts';
import { sortOf } from '../core/entities.ts';
import { number } from '../core/format.ts';
import { useLabels } from '../core/labels.ts';
import { mayWrite } from './access.ts';
import { BulkBar } from './BulkBar.tsx';
import { type Column, useColumns } from './columns.ts';
import type { Row } from './DeleteButton.tsx';
import { type ListMeta, ListPagination } from './ListPagination.tsx';
import { FirstUse, NoMatch } from './ListStates.tsx';
import { ListTable } from './ListTable.tsx';
import { ListToolbar } from './ListToolbar.tsx';
import { LoadFailure } from './LoadFailure.tsx';
import { PageHeader } from './PageHeader.tsx';
import './crud.css';
import { AskedFilters, useAskedFilters } from './useFilters.ts';

export interface EntityListProps {
  entity: Outline;
  title?: string;
  /** Below the title: tabs of lists that belong together, or a note. */
  tabs?: ReactNode;
  /** Field names or columns of one's own, in order; the schema's list fields and `created_at` otherwise. */
  columns?: readonly (string | Column)[];
  /** Names of the filters to offer; all that the schema allows otherwise. */
  filters?: readonly string[];
  /** What the search looks in, where the schema's fields do not say it. */
  searchLabel?: string;
  /** A filter that always holds and is not shown. */
  filter?: Record<string, unknown>;
  /** The filter that a list opens with, until the reader chooses another. */
  defaultFilter?: Record<string, unknown>;
  /** The order that a list opens with; the entity's own otherwise. */
  sort?: { field: string; order: 'ASC' | 'DESC' };
  /** Beside the button that adds a record. */
  actions?: ReactNode;
  /** Whether the button that adds a record is there; by permission and create view otherwise. */
  create?: boolean;
  rowActions?(record: Row): ReactNode;
  /** What a row shows when opened. */
  expand?(record: Row): ReactNode;
  /** Where the title column leads; by the resource's views otherwise. */
  link?: 'show' | 'edit' | false;
  /** For a list that has no record at all. */
  empty?: { title?: string; text?: string; action?: ReactNode };
  /** The path that streams all rows of the filter as CSV. */
  exportPath?: string;
  /** How often to ask again, in milliseconds, while something in the list goes on. */
  refetchEvery?(records: readonly Row[]): number | false;
}

/** The list of an entity: search, filters, sorting, columns, selection, paging, and each of its states. */
export function EntityList(props: EntityListProps) {
  const { entity, filter, defaultFilter, refetchEvery } = props;
  const [perPage, setPerPage] = useStore(`${entity.name}.perPage`, PAGE_SIZE);
  return (
    <ListBase
      resource={entity.name}
      disableAuthentication
      perPage={perPage}
      filter={filter}
      filterDefaultValues={defaultFilter}
      sort={props.sort ?? sortOf(entity)}
      queryOptions={{
        onError: () => undefined,
        ...(refetchEvery && {
          refetchInterval: (query: { state: { data?: { data?: unknown } } }) =>
            refetchEvery((query.state.data?.data ?? []) as Row[]),
        }),
      }}
    >
      <ListPage {...props} onPerPage={setPerPage} />
    </ListBase>
  );
}

function ListPage({
  entity,
  filter,
  onPerPage,
  ...props
}: EntityListProps & { onPerPage(size: number): void }) {
  const labels = useLabels(entity);
  const list = useListContext<Row>();
  const columns = useColumns(entity, props.columns);
  const [isAllMatching, setAllMatching] = useState(false);
  const onSelectionChange = useCallback(() => setAllMatching(false), []);
  const { data, total, error, isPending, isFetching, filterValues } = list;
  const meta = list.meta as ListMeta | undefined;
  const isFiltered = Object.values(filterValues ?? {}).some((value) => value !== '' && value !== undefined);
  const totalText = meta?.countIsMinimum ? `${number(meta.count)}+` : number(total ?? 0);
  const isEmpty = !isPending && !error && total === 0;
  const isFirstUse = isEmpty && !isFiltered && !isFetching;
  const add = <AddButton entity={entity} create={props.create} />;
  const asked = useAskedFilters();
  const card = useRef<HTMLElement>(null);
  const clear = () => {
    asked.current = {};
    list.setFilters({}, {}, false);
    // The button goes, and the focus with it.
    card.current?.focus();
  };

  return (
    <AskedFilters value={asked}>
      <PageHeader
        title={props.title ?? labels.name(2)}
        beside={
          total !== undefined && !isFirstUse && <span className="crud-total crud-number">{totalText}</span>
        }
        actions={
          <>
            {props.actions}
            {add}
          </>
        }
      />
      {props.tabs}
      {isFirstUse ? (
        <FirstUse entity={entity} {...props.empty} action={props.empty?.action ?? add} />
      ) : (
        <section className="crud-card crud-list" aria-busy={isFetching} tabIndex={-1} ref={card}>
          <ListToolbar
            entity={entity}
            columns={columns}
            filters={props.filters}
            defaultFilter={props.defaultFilter}
            searchLabel={props.searchLabel}
            filter={filter}
            exportPath={total ? props.exportPath : undefined}
          />
          <BulkBar
            entity={entity}
            filter={filter}
            totalText={totalText}
            isAllMatching={isAllMatching}
            onAllMatching={setAllMatching}
          />
          {error && !data ? (
            <div className="crud-pad">
              <LoadFailure error={error} onRetry={() => void list.refetch()} />
            </div>
          ) : isEmpty ? (
            <NoMatch onClear={clear} />
          ) : (
            <ListTable
              entity={entity}
              columns={columns.shown}
              rowActions={props.rowActions}
              expand={props.expand}
              link={props.link}
              isAllMatching={isAllMatching}
              onSelectionChange={onSelectionChange}
            />
          )}
          {total ? <ListPagination meta={meta} onPerPage={onPerPage} /> : null}
        </section>
      )}
    </AskedFilters>
  );
}

function AddButton({ entity, create }: Pick<EntityListProps, 'entity' | 'create'>) {
  const translate = useTranslate();
  const labels = useLabels(entity);
  const createPath = useCreatePath();
  const { hasCreate } = useResourceDefinition({ resource: entity.name });
  if (!(create ?? hasCreate) || !mayWrite(entity, 'create')) return null;
  return (
    <Button
      variant="contained"
      component={Link}
      to={createPath({ resource: entity.name, type: 'create' })}
      startIcon={<AddRounded />}
      data-key="c"
    >
      {translate('crud.list.add', { name: labels.inline(1) })}
    </Button>
  );
}
