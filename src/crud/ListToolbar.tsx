import BookmarkBorderRounded from '@mui/icons-material/BookmarkBorderRounded';
import FilterListRounded from '@mui/icons-material/FilterListRounded';
import ViewColumnOutlined from '@mui/icons-material/ViewColumnOutlined';
import Button from '@mui/material/Button';
import { useListContext, useTranslate } from 'ra-core';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { Outline } from '#schema/outline.ts';
import { digits } from '../core/format.ts';
import { offersAction } from '../core/offersAction.ts';
import { filterParams } from '../core/paths.ts';
import type { useColumns } from './columns.ts';
import { DownloadButton } from './DownloadButton.tsx';
import { defaultFilters } from './filterNames.ts';
import type { ListMeta } from './ListPagination.tsx';
import { SearchBox } from './SearchBox.tsx';
import { SortSelect } from './SortSelect.tsx';

const loadFilters = () => import('./ListFilters.tsx');
const ListFilters = lazy(() => loadFilters().then((m) => ({ default: m.ListFilters })));
const prepareFilters = () => void loadFilters().catch(() => undefined);
const loadView = () => import('./ListView.tsx');
const ListView = lazy(() => loadView().then((m) => ({ default: m.ListView })));
const loadSaved = () => import('./SavedFilters.tsx');
const SavedFilters = lazy(() => loadSaved().then((m) => ({ default: m.SavedFilters })));

export interface ListToolbarProps {
  entity: Outline;
  columns: ReturnType<typeof useColumns>;
  filters?: readonly string[];
  searchLabel?: string;
  defaultFilter?: Record<string, unknown>;
  filter?: Record<string, unknown>;
  exportPath?: string;
}

/** Above the rows: search, filters, saved filters, columns and density, and export. */
export function ListToolbar({ entity, columns, filter, exportPath, ...props }: ListToolbarProps) {
  const translate = useTranslate();
  const { filterValues, meta } = useListContext();
  const names = props.filters ?? defaultFilters(entity);
  const { q, ...others } = filterValues as Record<string, unknown>;
  const { unapplied } = (meta ?? {}) as Partial<ListMeta>;
  const isIgnored = (name: string) => unapplied?.filters.includes(name.split('__')[0] as string);
  const chosen = Object.entries(others).filter(([, value]) => value !== '' && value !== undefined);
  // A filter that the server did not apply does not count.
  const active = chosen.filter(([name]) => !isIgnored(name)).length;
  // The initial filter is not the user's choice; showing its inputs would only push the rows down.
  const isDefault = JSON.stringify(filterValues) === JSON.stringify(props.defaultFilter ?? {});
  const [isOpen, setOpen] = useState(chosen.length > 0 && !isDefault);
  const hasSearch = Object.values(entity.fields).some((field) => field.search);
  return (
    <div className="crud-toolbar">
      {hasSearch && <SearchBox entity={entity} label={props.searchLabel} />}
      <div className="crud-tools">
        {names.length > 0 && (
          <Button
            size="small"
            startIcon={<FilterListRounded />}
            aria-expanded={isOpen}
            data-key="f"
            onPointerEnter={prepareFilters}
            onFocus={prepareFilters}
            onClick={() => setOpen(!isOpen)}
          >
            {active > 0
              ? translate('crud.list.filtersOn', { count: digits(String(active)) })
              : translate('crud.list.filters')}
          </Button>
        )}
        {(hasSearch || names.length > 0) && (
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
        <SortSelect entity={entity} columns={columns.all} />
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
      {isOpen && names.length > 0 && (
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
