import FilterListRounded from '@mui/icons-material/FilterListRounded';
import ViewColumnOutlined from '@mui/icons-material/ViewColumnOutlined';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useListContext, useTranslate } from 'ra-core';
import { useState } from 'react';
import type { Entity } from '#schema/entity.ts';
import { filterParams } from '../dataProvider/paths.ts';
import { digits } from '../format.ts';
import type { useColumns } from './columns.ts';
import { DownloadButton } from './DownloadButton.tsx';
import { defaultFilters, ListFilters } from './ListFilters.tsx';
import { SearchBox } from './SearchBox.tsx';
import { SortSelect } from './SortSelect.tsx';

export interface ListToolbarProps {
  entity: Entity;
  columns: ReturnType<typeof useColumns>;
  filters?: readonly string[];
  filter?: Record<string, unknown>;
  exportPath?: string;
}

/** Above the rows: search, filters, columns and export. */
export function ListToolbar({ entity, columns, filter, exportPath, ...props }: ListToolbarProps) {
  const translate = useTranslate();
  const { filterValues } = useListContext();
  const names = props.filters ?? defaultFilters(entity);
  const { q, ...others } = filterValues as Record<string, unknown>;
  const active = Object.values(others).filter((value) => value !== '' && value !== undefined).length;
  const [isOpen, setOpen] = useState(active > 0);
  return (
    <div className="crud-toolbar">
      {Object.values(entity.fields).some((field) => field.search) && <SearchBox entity={entity} />}
      <div className="crud-tools">
        {names.length > 0 && (
          <Button
            size="small"
            startIcon={<FilterListRounded />}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {active > 0
              ? translate('crud.list.filtersOn', { count: digits(String(active)) })
              : translate('crud.list.filters')}
          </Button>
        )}
        <SortSelect columns={columns.all} />
        <ColumnsMenu columns={columns} />
        {exportPath && <ExportButton path={exportPath} entity={entity} filter={filter} />}
      </div>
      {isOpen && names.length > 0 && (
        <ListFilters entity={entity} names={names} isFiltered={active > 0 || Boolean(q)} />
      )}
    </div>
  );
}

function ColumnsMenu({ columns }: Pick<ListToolbarProps, 'columns'>) {
  const translate = useTranslate();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <Button
        size="small"
        startIcon={<ViewColumnOutlined />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {translate('crud.list.columns')}
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {columns.all.map((column) => {
          const isShown = columns.isShown(column.name);
          return (
            <MenuItem
              key={column.name}
              role="menuitemcheckbox"
              aria-checked={isShown}
              dense
              disabled={isShown && columns.shown.length === 1}
              onClick={() => columns.toggle(column.name)}
            >
              <Checkbox
                size="small"
                checked={isShown}
                tabIndex={-1}
                aria-hidden="true"
                sx={{ p: 0, mr: 1.25 }}
              />
              {column.label}
            </MenuItem>
          );
        })}
      </Menu>
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
