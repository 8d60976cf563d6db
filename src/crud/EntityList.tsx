import AddRounded from '@mui/icons-material/AddRounded';
import {
  ListBase,
  useCreatePath,
  useListContext,
  useResourceDefinition,
  useStore,
  useTranslate,
} from 'ra-core';
import { type ReactNode, useCallback, useRef } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { type Outline, PAGE_SIZE } from '#schema/outline.ts';
import { sortOf } from '../core/entities.ts';
import { useLabels } from '../core/labels.ts';
import { Button } from '../layout/Button.tsx';
import { usePhone } from '../layout/usePhone.ts';
import { canWrite } from './access.ts';
import { BulkBar } from './BulkBar.tsx';
import { type Column, useColumns } from './columns.ts';
import type { Row } from './DeleteButton.tsx';
import { countText, type ListMeta, ListPagination } from './ListPagination.tsx';
import { FirstUse, NoMatch } from './ListStates.tsx';
import { ListTable } from './ListTable.tsx';
import { ListToolbar } from './ListToolbar.tsx';
import { LoadFailure } from './LoadFailure.tsx';
import { NotApplied } from './NotApplied.tsx';
import { PageHeader } from './PageHeader.tsx';
import { soundSearch } from './soundSearch.ts';
import './crud.css';
import { PendingFilters, usePendingFilters } from './useFilters.ts';
import { useRecordAhead } from './useRecordAhead.ts';
import { useRecordPath } from './useRecordPath.ts';
import { useSeedRecords } from './useSeedRecords.ts';
import { useSelection } from './useSelection.ts';

export interface EntityListProps {
  entity: Outline;
  title?: string;
  /** Below the title: tabs of related lists, or a note. */
  tabs?: ReactNode;
  /** About the whole list: above it, and on phones below it, where the first rows come first. */
  above?: ReactNode;
  /** Field names or custom columns, in order; defaults to the schema's list fields and `created_at`. */
  columns?: readonly (string | Column)[];
  /** Names of the filters to offer; defaults to all that the schema allows. */
  filters?: readonly string[];
  /** What the search covers, if the schema's fields do not say it. */
  searchLabel?: string;
  /** A permanent filter that is not shown. */
  filter?: Record<string, unknown>;
  /** The initial filter, until the user chooses another. */
  defaultFilter?: Record<string, unknown>;
  /** The initial order; defaults to the entity's. */
  sort?: { field: string; order: 'ASC' | 'DESC' };
  /** Next to the Add button. */
  actions?: ReactNode;
  /** Whether to show the Add button; defaults to the permission and the create view. */
  create?: boolean;
  rowActions?(record: Row): ReactNode;
  /** Where the title column leads; defaults to the resource's views. */
  link?: 'show' | 'edit' | false;
  /** Shown when the list has no records at all. */
  empty?: { title?: string; text?: string; action?: ReactNode };
  /** Shown when no record matches the initial filter: a queue in which nothing waits. */
  nothingWaits?(onShowAll: () => void): ReactNode;
  /** Path that streams all filtered rows as CSV. */
  exportPath?: string;
  /** Refetch interval in milliseconds while something in the list is in progress. */
  refetchEvery?(records: readonly Row[]): number | false;
}

/** The list of an entity: search, filters, sorting, columns, selection, paging, and its empty, loading and error states. */
export function EntityList(props: EntityListProps) {
  const { entity, filter, defaultFilter, refetchEvery } = props;
  const [perPage, setPerPage] = useStore(`${entity.name}.perPage`, PAGE_SIZE);
  const location = useLocation();
  const search = soundSearch(location.search, entity, props.sort?.field);
  if (search !== location.search) return <Navigate to={{ ...location, search }} replace />;
  return (
    <ListBase
      resource={entity.name}
      disableAuthentication
      perPage={perPage}
      filter={filter}
      filterDefaultValues={defaultFilter}
      sort={props.sort ?? sortOf(entity)}
      queryOptions={{
        // The page shows what the server did not apply of what was chosen.
        meta: { page: 'answered', own: filter },
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
  const isPhone = usePhone();
  const { isAllMatching, setAllMatching } = useSelection();
  const onSelectionChange = useCallback(() => setAllMatching(false), [setAllMatching]);
  const { data, total, error, isPending, isFetching, filterValues } = list;
  const meta = list.meta as ListMeta | undefined;
  useSeedRecords(entity.name, data);
  const pathOf = useRecordPath(entity, props.link);
  const first = data?.[0]?.id;
  useRecordAhead(first === undefined ? undefined : pathOf(first));
  const isFiltered = Object.values(filterValues ?? {}).some((value) => value !== '' && value !== undefined);
  const totalText = countText(meta, total ?? 0);
  const isEmpty = !isPending && !error && total === 0;
  const isUnsure = meta?.unapplied?.searched !== undefined;
  const isFirstUse = isEmpty && !isUnsure && !isFiltered && !isFetching;
  const isInitial = JSON.stringify(filterValues) === JSON.stringify(props.defaultFilter ?? {});
  const add = <AddButton entity={entity} create={props.create} />;
  const pendingFilters = usePendingFilters();
  const card = useRef<HTMLElement>(null);
  const clear = () => {
    pendingFilters.current = {};
    list.setFilters({}, {}, false);
    // The button is about to unmount, so move the focus.
    card.current?.focus();
  };

  return (
    <PendingFilters value={pendingFilters}>
      <PageHeader
        title={props.title ?? labels.name(2)}
        beside={
          // Its place is kept without it, so that the buttons do not move to another line.
          <span className="crud-total crud-number">
            {isFirstUse || total === undefined ? null : totalText}
          </span>
        }
        actions={
          <>
            {props.actions}
            {add}
          </>
        }
      />
      {props.tabs}
      {!isPhone && props.above}
      {isFirstUse ? (
        <FirstUse entity={entity} {...props.empty} action={props.empty?.action ?? add} />
      ) : (
        <section className="crud-card crud-list" aria-busy={isFetching} tabIndex={-1} ref={card}>
          <ListToolbar
            entity={entity}
            columns={columns}
            filters={props.filters}
            isInitial={isInitial}
            searchLabel={props.searchLabel}
            filter={filter}
            // Its place is kept until the total is known, so that the other buttons do not move.
            exportPath={total === 0 || (error && !data) ? undefined : props.exportPath}
          />
          <BulkBar
            entity={entity}
            filter={filter}
            totalText={totalText}
            isAllMatching={isAllMatching}
            onAllMatching={setAllMatching}
          />
          <NotApplied entity={entity} />
          {error && !data ? (
            <div className="crud-pad">
              <LoadFailure what={labels.name(2)} error={error} onRetry={() => void list.refetch()} />
            </div>
          ) : isEmpty ? (
            !isUnsure && ((isInitial && props.nothingWaits?.(clear)) || <NoMatch onClear={clear} />)
          ) : (
            <ListTable
              entity={entity}
              columns={columns.shown}
              rowActions={props.rowActions}
              link={props.link}
              isAllMatching={isAllMatching}
              onSelectionChange={onSelectionChange}
            />
          )}
          {total ? <ListPagination meta={meta} onPerPage={onPerPage} /> : null}
        </section>
      )}
      {/* Below rows that are still to come it would move. */}
      {isPhone && !isPending && props.above && <div className="crud-below">{props.above}</div>}
    </PendingFilters>
  );
}

function AddButton({ entity, create }: Pick<EntityListProps, 'entity' | 'create'>) {
  const translate = useTranslate();
  const labels = useLabels(entity);
  const createPath = useCreatePath();
  const { hasCreate } = useResourceDefinition({ resource: entity.name });
  if (!(create ?? hasCreate) || !canWrite(entity, 'create')) return null;
  return (
    <Button
      variant="contained"
      to={createPath({ resource: entity.name, type: 'create' })}
      startIcon={<AddRounded />}
      data-key="c"
    >
      {translate('crud.list.add', { name: labels.inline(1) })}
    </Button>
  );
}
