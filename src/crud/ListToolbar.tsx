import BookmarkBorderRounded from '@mui/icons-material/BookmarkBorderRounded';
import FilterListRounded from '@mui/icons-material/FilterListRounded';
import ViewColumnOutlined from '@mui/icons-material/ViewColumnOutlined';
import { useListContext, useTranslate } from 'ra-core';
import { lazy, type ReactNode, Suspense, useId, useState } from 'react';
import type { Outline } from '#schema/outline.ts';
import { digits } from '../core/format.ts';
import { offersAction } from '../core/offersAction.ts';
import { filterParams } from '../core/paths.ts';
import { Button } from '../layout/Button.tsx';
import { usePhone } from '../layout/usePhone.ts';
import type { useColumns } from './columns.ts';
import { DownloadButton } from './DownloadButton.tsx';
import { filterNames } from './filterNames.ts';
import type { ListMeta } from './ListPagination.tsx';
import { SearchBox } from './SearchBox.tsx';

const loadFilters = () => import('./ListFilters.tsx');
const ListFilters = lazy(() => loadFilters().then((m) => ({ default: m.ListFilters })));
const prepareFilters = () => void loadFilters().catch(() => undefined);
const loadSort = () => import('./SortSelect.tsx');
const SortSelect = lazy(() => loadSort().then((m) => ({ default: m.SortSelect })));
const loadView = () => import('./ListView.tsx');
const ListView = lazy(() => loadView().then((m) => ({ default: m.ListView })));
const loadSaved = () => import('./SavedFilters.tsx');
const SavedFilters = lazy(() => loadSaved().then((m) => ({ default: m.SavedFilters })));

export interface ListToolbarProps {
  entity: Outline;
  columns: ReturnType<typeof useColumns>;
  filters?: readonly string[];
  searchLabel?: string;
  /** Whether only the list's initial filter is set, which is not the user's choice. */
  isInitial: boolean;
  filter?: Record<string, unknown>;
  exportPath?: string;
}

/**
 * Above the rows: search, filters, saved filters, columns and density, and export. On phones it is one bar: the search, and
 * a button that opens the rest and the order.
 */
export function ListToolbar({ entity, columns, filter, exportPath, ...props }: ListToolbarProps) {
  const translate = useTranslate();
  const { filterValues, meta } = useListContext();
  const names = filterNames(entity, props.filters);
  const { q, ...others } = filterValues as Record<string, unknown>;
  const { unapplied } = (meta ?? {}) as Partial<ListMeta>;
  const isIgnored = (name: string) => unapplied?.filters.includes(name.split('__')[0] as string);
  const chosen = Object.entries(others).filter(([, value]) => value !== '' && value !== undefined);
  // A filter that the server did not apply does not count.
  const active = chosen.filter(([name]) => !isIgnored(name)).length;
  const isPhone = usePhone();
  // The inputs of the initial filter would only push the rows down.
  const [isOpen, setOpen] = useState(chosen.length > 0 && !props.isInitial && !isPhone);
  const id = useId();
  const hasSearch = Object.values(entity.fields).some((field) => field.search);
  const hasFilters = names.length > 0;
  const count = digits(String(active));
  const label = isPhone
    ? active > 0
      ? translate('crud.list.sortAndFilterOn', { count })
      : translate('crud.list.sortAndFilter')
    : active > 0
      ? translate('crud.list.filtersOn', { count })
      : translate('crud.list.filters');
  const prepare = () => {
    prepareFilters();
    if (isPhone) void loadSort().catch(() => undefined);
  };
  const toggle = (hasFilters || isPhone) && (
    <Button
      size="small"
      className="crud-toggle"
      startIcon={<FilterListRounded />}
      aria-expanded={isOpen}
      aria-controls={isPhone && isOpen ? id : undefined}
      data-key="f"
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={() => setOpen(!isOpen)}
    >
      {label}
    </Button>
  );
  return (
    <div className="crud-toolbar">
      {hasSearch && <SearchBox entity={entity} label={props.searchLabel} />}
      {isPhone && toggle}
      {(!isPhone || isOpen) && (
        <div className="crud-tools" id={id}>
          {isPhone ? (
            <Suspense>
              <SortSelect entity={entity} columns={columns.all} />
            </Suspense>
          ) : (
            toggle
          )}
          {(hasSearch || hasFilters) && (
            <PopupButton
              label={translate('crud.saved.button')}
              name={translate('crud.saved.title')}
              icon={<BookmarkBorderRounded />}
              haspopup="menu"
              load={loadSaved}
            >
              {(anchor, onClose) => <SavedFilters entity={entity} anchor={anchor} onClose={onClose} />}
            </PopupButton>
          )}
          <PopupButton
            label={translate('crud.view.button')}
            icon={<ViewColumnOutlined />}
            haspopup="dialog"
            load={loadView}
          >
            {(anchor, onClose) => <ListView columns={columns} anchor={anchor} onClose={onClose} />}
          </PopupButton>
          {exportPath && offersAction(entity.name, 'export') && (
            <ExportButton path={exportPath} entity={entity} filter={filter} />
          )}
        </div>
      )}
      {isOpen && hasFilters && (
        <Suspense>
          <ListFilters entity={entity} names={names} isFiltered={chosen.length > 0 || Boolean(q)} />
        </Suspense>
      )}
    </div>
  );
}

interface PopupProps {
  label: string;
  /** The full name, which begins with the visible label. */
  name?: string;
  icon: ReactNode;
  haspopup: 'dialog' | 'menu';
  load(): Promise<unknown>;
  children(anchor: HTMLElement, onClose: () => void): ReactNode;
}

/** A button with a popup whose code is loaded shortly before it is needed. */
function PopupButton({ label, name, icon, haspopup, load, children }: PopupProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const prepare = () => void load().catch(() => undefined);
  return (
    <>
      <Button
        size="small"
        startIcon={icon}
        aria-label={name}
        aria-haspopup={haspopup}
        aria-expanded={anchor !== null}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {label}
      </Button>
      <Suspense>{anchor && children(anchor, () => setAnchor(null))}</Suspense>
    </>
  );
}

function ExportButton({
  path,
  entity,
  filter,
}: Pick<ListToolbarProps, 'entity' | 'filter'> & { path: string }) {
  const translate = useTranslate();
  const { filterValues } = useListContext();
  const query = filterParams({ ...filterValues, ...filter }).toString();
  return (
    <DownloadButton
      size="small"
      path={query ? `${path}?${query}` : path}
      fileName={`${entity.name.replaceAll('/', '-')}.csv`}
      label={translate('crud.list.export')}
    />
  );
}
