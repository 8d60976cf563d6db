import { useListContext, useTranslate } from 'ra-core';
import type { Outline } from '#schema/outline.ts';
import type { ResolvedColumn } from './columns.ts';
import { useSortName } from './useSortName.ts';

/**
 * Sorting on phones, where rows have no column headers. An order that no column offers, such as the initial one of a queue, is
 * the first choice: otherwise the select would name another.
 */
export function SortSelect({ entity, columns }: { entity: Outline; columns: readonly ResolvedColumn[] }) {
  const translate = useTranslate();
  const nameOf = useSortName(entity);
  const { sort, setSort } = useListContext();
  const sortable = columns.filter((column) => column.sort);
  if (sortable.length === 0) return null;
  const isOffered = sortable.some(({ name }) => name === sort.field);
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
      {!isOffered && <option value={`${sort.field} ${sort.order}`}>{nameOf(sort.field, sort.order)}</option>}
      {sortable.flatMap(({ name, label }) =>
        (['ASC', 'DESC'] as const).map((order) => (
          <option key={`${name} ${order}`} value={`${name} ${order}`}>
            {nameOf(name, order, label)}
          </option>
        )),
      )}
    </select>
  );
}
