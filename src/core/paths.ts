import type { Outline } from '#schema/outline.ts';
/** The parameters of a list request, as react-admin has them. `filter.q` is the search. */
export interface ListQuery {
  page?: number;
  perPage?: number;
  sort?: { field: string; order: 'ASC' | 'DESC' };
  filter?: Readonly<Record<string, unknown>>;
}

const isAbsent = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/**
 * The filters as API parameters: `q` becomes `search`, a list becomes `field__in`, `field__gte` and
 * `field__lte` stay, empty values are left out. Sorted by name, so that equal filters give equal text.
 */
export function filterParams(filter: Readonly<Record<string, unknown>> = {}): URLSearchParams {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(filter).sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (isAbsent(value)) continue;
    if (name === 'q') params.set('search', String(value).trim());
    else if (Array.isArray(value)) params.set(name.includes('__') ? name : `${name}__in`, value.join(','));
    else params.set(name, String(value));
  }
  return params;
}

/** `-created_at` for react-admin's sort; undefined for its default (`id`), which keeps the server's order. */
const ordering = (sort: ListQuery['sort']): string | undefined =>
  !sort || sort.field === 'id' ? undefined : `${sort.order === 'DESC' ? '-' : ''}${sort.field}`;

/** The path and query of one page of an entity's list. */
export function listPath(entity: Outline, { page = 1, perPage = 25, sort, filter }: ListQuery): string {
  const params = new URLSearchParams({ page: String(page), page_size: String(perPage) });
  const order = ordering(sort);
  if (order) params.set('ordering', order);
  for (const [name, value] of filterParams(filter)) params.set(name, value);
  return `${entity.path}?${params}`;
}
