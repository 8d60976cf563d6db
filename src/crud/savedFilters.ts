import { extractValidSavedQueries, type SavedQuery, useListContext, useSavedQueries } from 'ra-core';
import { useNavigate } from 'react-router-dom';
import type { Outline } from '#schema/outline.ts';

type Filters = Record<string, unknown>;

/** The same for equal sets, in whatever order their filters were chosen. */
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

/**
 * Sets of filters, search and order that a user has named, in react-admin's own form and place (its store, which
 * this browser keeps for each user).
 */
export function useSavedFilters(entity: Outline) {
  const { filterValues, sort } = useListContext();
  const navigate = useNavigate();
  const [stored, setStored] = useSavedQueries(entity.name);
  const saved = extractValidSavedQueries(stored);
  const current = keyOf(filterValues, sort);
  return {
    saved,
    /** The name of the set that the list shows now. */
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
      // One address: two changes of the list would follow each other, and ask the server twice.
      navigate({ search: `?${new URLSearchParams(search)}` });
    },
    /** Keeps what the list shows now under a name; one that has it already is replaced. */
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
