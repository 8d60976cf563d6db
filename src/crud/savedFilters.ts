import { extractValidSavedQueries, type SavedQuery, useListContext, useSavedQueries } from 'ra-core';
import { useNavigate } from 'react-router-dom';
import type { Outline } from '#schema/outline.ts';

type Filters = Record<string, unknown>;

/** Equal for equal sets, in whatever order the filters were chosen. */
const keyOf = (filter: Filters, sort: SavedQuery['value']['sort']): string =>
  JSON.stringify([
    Object.entries(filter)
      .filter(([, value]) => value !== '' && value !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
    sort?.field,
    sort?.order,
  ]);

const sameName = (one: string, other: string): boolean =>
  one.trim().toLocaleLowerCase() === other.trim().toLocaleLowerCase();

/** Named sets of filters, search and order, in react-admin's own format and store (per user, in this browser). */
export function useSavedFilters(entity: Outline) {
  const { filterValues, sort } = useListContext();
  const navigate = useNavigate();
  const [stored, setStored] = useSavedQueries(entity.name);
  const saved = extractValidSavedQueries(stored);
  const current = keyOf(filterValues, sort);
  return {
    saved,
    /** Name of the set that is currently applied. */
    active: saved.find(({ value }) => keyOf(value.filter, value.sort) === current)?.label,
    isFiltered: Object.values(filterValues).some((value) => value !== '' && value !== undefined),
    isTaken: (name: string) => saved.some(({ label }) => sameName(label, name)),
    apply({ value: { filter, sort: by } }: SavedQuery) {
      const search = {
        filter: JSON.stringify(filter),
        sort: by?.field ?? '',
        order: by?.order ?? '',
        page: '1',
      };
      // One navigation: two changes of the list would cause two requests.
      navigate({ search: `?${new URLSearchParams(search)}` });
    },
    /** Saves the current state under a name; an existing set of that name is replaced. */
    save(name: string, perPage: number) {
      const made: SavedQuery = {
        label: name.trim(),
        value: { filter: filterValues, sort, displayedFilters: [], perPage },
      };
      const isThere = saved.some(({ label }) => sameName(label, name));
      setStored(isThere ? saved.map((one) => (sameName(one.label, name) ? made : one)) : [...saved, made]);
    },
    setStored,
  };
}
