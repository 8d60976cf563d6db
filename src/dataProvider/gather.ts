import type { RaRecord } from 'ra-core';
import type { Outline } from '#schema/outline.ts';
import type { ListQuery } from '../core/paths.ts';
import { fits, type Row } from './fits.ts';
import type { Listed } from './listed.ts';
import type { Unapplied } from './unapplied.ts';

/** Records to request at once, and maximum number of requests for one page of matching records. */
const SIZE = 100;
const REQUESTS_MAX = 10;

interface Page<R extends RaRecord> {
  entity: Outline;
  query: ListQuery;
  /** What all rows must match, whether the query has it or not. */
  own: Row;
  /** What the server answered to the query. */
  answer: Listed<R>;
  /** The lists whose own filter the server has ignored so far, each as its name and fields. */
  ignoring: Set<string>;
  read(query: ListQuery): Promise<Listed<R>>;
}

/**
 * One page of the records that match `own`. If the server does not apply that filter, as this answer shows or an
 * earlier one did, its list is read from the start until the page is full. `meta.unapplied.searched` is set if there may be
 * matching records beyond those that were read.
 */
export async function gather<R extends RaRecord>(list: Page<R>): Promise<Listed<R>> {
  const { entity, query, own, answer, ignoring, read } = list;
  const names = Object.keys(own).map((name) => name.split('__')[0] as string);
  const key = `${entity.name} ${names}`;
  if (!answer.data.every((record) => fits(entity, own, record))) ignoring.add(key);
  if (!ignoring.has(key)) return answer;

  const { page = 1, perPage = 25 } = query;
  const end = page * perPage;
  const found: R[] = [];
  const filters = new Set<string>();
  const unapplied: Omit<Unapplied, 'filters'> = { search: false, order: false };
  let searched = 0;
  let hasMore = true;
  let size = SIZE;
  for (let at = 1; at <= REQUESTS_MAX && hasMore && found.length <= end; at += 1) {
    const { data, pageInfo, meta } = await read({ ...query, page: at, perPage: size });
    // A server with smaller pages counts them by their own size.
    size = meta.pageSize ?? size;
    searched += data.length;
    found.push(...data.filter((record) => fits(entity, own, record)));
    hasMore = pageInfo?.hasNextPage === true;
    for (const name of meta.unapplied?.filters ?? []) if (!names.includes(name)) filters.add(name);
    unapplied.search ||= meta.unapplied?.search === true;
    unapplied.order ||= meta.unapplied?.order === true;
  }
  const isCut = hasMore && found.length <= end;
  return {
    data: found.slice(end - perPage, end),
    total: found.length,
    pageInfo: { hasNextPage: found.length > end, hasPreviousPage: page > 1 },
    meta: {
      count: found.length,
      countIsMinimum: hasMore,
      unapplied: { filters: [...filters], ...unapplied, ...(isCut && { searched }) },
    },
  };
}
