import { useListContext, useTranslate } from 'ra-core';
import type { ResolvedColumn } from './columns.ts';

/** Sorting for narrow screens, where cards have no column headers; CSS hides it elsewhere. */
export function SortSelect({ columns }: { columns: readonly ResolvedColumn[] }) {
  const translate = useTranslate();
  const { sort, setSort } = useListContext();
  const sortable = columns.filter((column) => column.sort);
  if (sortable.length === 0) return null;
  return (
    <select
      className="crud-sort"
      aria-label={translate('crud.list.sortBy')}
      value={`${sort.field} ${sort.order}`}
      onChange={(event) => {
        const [field = '', order] = event.target.value.split(' ');
        setSort({ field, order: order === 'DESC' ? 'DESC' : 'ASC' });
      }}
    >
      {sortable.flatMap(({ name, label }) => [
        <option key={`${name} ASC`} value={`${name} ASC`}>
          {translate('crud.list.ascending', { field: label })}
        </option>,
        <option key={`${name} DESC`} value={`${name} DESC`}>
          {translate('crud.list.descending', { field: label })}
        </option>,
      ])}
    </select>
  );
}
