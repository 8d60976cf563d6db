import type { FieldOutline, Outline } from '#schema/outline.ts';
import type { ListQuery } from '../core/paths.ts';
import { filtersIn, fitsFilter, type Row } from './fits.ts';

/** Parts of a request that the server ignored, as its rows show. */
export interface Unapplied {
  /** Names of the fields that it did not filter by. */
  filters: string[];
  search: boolean;
  order: boolean;
  /**
   * The list's own filter was ignored, too, and the records that match it were looked for in this many only.
   */
  searched?: number;
}

/** With fewer rows than this, a match or an order may be chance. */
const ENOUGH = 4;
const QUERIES_KEPT = 50;

const comparable = new Set<FieldOutline['kind']>(['integer', 'money', 'price', 'datetime', 'date']);

/**
 * A value to sort by: numbers and times; undefined for texts, whose order depends on the server's collation.
 */
function place(entity: Outline, field: string, value: unknown): number | undefined {
  const kind = field === 'created_at' ? 'datetime' : entity.fields[field]?.kind;
  if (!kind || !comparable.has(kind) || value === null || value === undefined) return undefined;
  const at = kind === 'datetime' || kind === 'date' ? Date.parse(String(value)) : Number(value);
  return Number.isNaN(at) ? undefined : at;
}

/**
 * Whether the rows are clearly in another order than requested: at least a third of them. A few may be
 * swapped if two computers with different clocks write to a list.
 */
function isOutOfOrder(entity: Outline, { sort }: ListQuery, rows: readonly Row[]): boolean {
  if (!sort || sort.field === 'id' || rows.length < ENOUGH) return false;
  const places = rows.map((row) => place(entity, sort.field, row[sort.field]));
  const known = places.filter((one) => one !== undefined);
  if (known.length < places.length) return false;
  const up = sort.order === 'DESC' ? -1 : 1;
  const wrong = known.filter((one, at) => at > 0 && up * one < up * (known[at - 1] as number));
  return wrong.length * 3 >= known.length - 1;
}

/** Everything that a row shows, as one text for searching. */
const shown = (row: Row): string => JSON.stringify(Object.values(row)).toLowerCase();

const searchOf = ({ filter }: ListQuery): string =>
  typeof filter?.q === 'string' ? filter.q.trim().toLowerCase() : '';

/** The same page of a list without the search. */
const withoutSearch = (query: ListQuery): ListQuery => {
  const { q: _, ...filter } = query.filter ?? {};
  return { ...query, filter };
};

const keyOf = (entity: Outline, query: ListQuery): string => {
  const { filter, sort, perPage, page } = withoutSearch(query);
  return JSON.stringify([entity.name, filter, sort, perPage, page]);
};

const idsOf = (rows: readonly Row[]): string => rows.map(({ uuid, id }) => uuid ?? id).join();

/**
 * Compares a server's answers with the requests. A search may cover fields that rows do not show, so it counts
 * as ignored only if the same rows come without it and some of them do not contain the text.
 */
export function createComparison() {
  /** The ids of pages without a search, by their query. */
  const unsearched = new Map<string, string>();
  /** Entities whose search has changed the rows at least once. */
  const searchable = new Set<string>();

  const isDoubtful = (query: ListQuery, rows: readonly Row[]): boolean => {
    const text = searchOf(query);
    return text !== '' && rows.length >= ENOUGH && rows.some((row) => !shown(row).includes(text));
  };

  /** Remembers the rows of a page without a search. */
  function learn(entity: Outline, query: ListQuery, rows: readonly Row[]): void {
    const key = keyOf(entity, query);
    unsearched.delete(key);
    unsearched.set(key, idsOf(rows));
    if (unsearched.size > QUERIES_KEPT) unsearched.delete(unsearched.keys().next().value ?? '');
  }

  function isSearchIgnored(entity: Outline, query: ListQuery, rows: readonly Row[]): boolean {
    if (!isDoubtful(query, rows)) return false;
    const former = unsearched.get(keyOf(entity, query));
    if (former !== undefined && former !== idsOf(rows)) searchable.add(entity.name);
    return former === idsOf(rows);
  }

  return {
    learn,

    /**
     * The query to request and `learn` before the rows of a search can be judged; undefined if they can, or
     * if the entity's search is known to work: it costs such a server one request per entity.
     */
    missing(entity: Outline, query: ListQuery, rows: readonly Row[]): ListQuery | undefined {
      if (searchable.has(entity.name) || !isDoubtful(query, rows)) return undefined;
      return unsearched.has(keyOf(entity, query)) ? undefined : withoutSearch(query);
    },

    /**
     * The parts of a query that the server ignored, judging by the rows of its answer; undefined if none was.
     */
    unapplied(entity: Outline, query: ListQuery, rows: readonly Row[]): Unapplied | undefined {
      if (searchOf(query) === '') learn(entity, query, rows);
      const ignored = filtersIn(query.filter).flatMap(([name, wanted]) =>
        rows.some((row) => fitsFilter(entity, name, wanted, row) === false)
          ? [name.split('__')[0] as string]
          : [],
      );
      const filters = [...new Set(ignored)];
      const search = isSearchIgnored(entity, query, rows);
      const order = isOutOfOrder(entity, query, rows);
      return filters.length > 0 || search || order ? { filters, search, order } : undefined;
    },
  };
}
