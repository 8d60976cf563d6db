import type { RaRecord } from 'ra-core';
import { takeArrived } from '../core/ahead.ts';
import { noteAnswer } from '../core/answeredUntil.ts';
import { entityOf } from '../core/entities.ts';
import type { RestClient } from '../core/envelope.ts';
import { unreadable } from '../core/errorTexts.ts';
import { HttpError } from '../core/http.ts';
import { namesItsFeatures } from '../core/offers.ts';
import { type ListQuery, listPath } from '../core/paths.ts';
import { hasNext, type Page, readPage, readRecord } from '../core/records.ts';
import { createCursors } from './cursors.ts';
import { fits, type Row } from './fits.ts';
import type { Listed, Meta } from './listed.ts';
import { createPageSizes, serverPageSize } from './pageSizes.ts';
import { createComparison } from './unapplied.ts';

/** Maximum number of pages that one call requests from a server whose pages are smaller than needed. */
export const PAGES_MAX = 40;

/** Milliseconds for which a list that changed its page size does not request the page again. */
const SPARE = 2000;

/** Reads the pages of lists: by cursors, by the server's own page size, and compared with the query. */
export function createLists(http: RestClient) {
  const cursors = createCursors();
  const sizes = createPageSizes();
  /** A page whose real size differs from the requested one, kept for the request that asks for the real size. */
  let spare: { path: string; answer: Page; at: number } | undefined;
  const comparison = createComparison();
  /** The lists whose own filter the server ignores (gather.ts). */
  const ignoring = new Set<string>();

  /**
   * The size of a full page as a page shows it, undefined if it does not. `asked`: the address, which may name a cursor
   * besides the path.
   */
  function sizeOf(answer: Page, path: string, { page = 1, perPage = 25 }: ListQuery, asked = path) {
    // A page by cursor moves with its rows, and the count of a later page may be of a moment after them: rows that come or
    // go meanwhile look like another size. A server that names its features has the size that was asked for.
    const isTelling = asked === path && (page === 1 || !namesItsFeatures());
    return isTelling ? serverPageSize(answer, page, perPage) : perPage;
  }

  /** The same of the list's first page, if that page has to be asked. */
  async function sizeOfFirst(resource: string, query: ListQuery, signal?: AbortSignal) {
    const first = { ...query, page: 1 };
    const path = listPath(entityOf(resource), first);
    const answer = await ask(path, signal).catch(() => undefined);
    return answer && sizeOf(answer, path, first);
  }

  function read<R extends RaRecord>(
    resource: string,
    answer: Page,
    path: string,
    query: ListQuery,
    size = query.perPage ?? 25,
  ) {
    const { page = 1, perPage = 25 } = query;
    const entity = entityOf(resource);
    cursors.remember(path, page, { next: answer.next ?? null, previous: answer.previous });
    sizes.learn(resource, perPage, size);
    if (size !== perPage && page === 1 && size === answer.results.length)
      spare = { path: listPath(entity, { ...query, perPage: size }), answer, at: performance.now() };
    const shown = (page - 1) * perPage + answer.results.length;
    const { count = shown, previous } = answer;
    const hasNextPage = hasNext(answer, shown);
    const countIsMinimum = answer.countIsMinimum || (answer.count === undefined && hasNextPage);
    const limits = sizes.of(resource);
    const unapplied = comparison.unapplied(entity, query, answer.results);
    const meta: Meta = {
      count,
      countIsMinimum,
      ...(limits && { pageSize: size, sizes: limits }),
      ...(unapplied && { unapplied }),
    };
    return {
      data: answer.results.map((record) => readRecord<R>(entity, record)),
      // Beyond a capped count, the page itself proves that there are more; without this, react-admin would
      // treat page 401 of "10,000+" as missing.
      total: countIsMinimum ? Math.max(count, shown + (hasNextPage ? 1 : 0)) : count,
      pageInfo: { hasNextPage, hasPreviousPage: previous !== null },
      meta,
    };
  }

  async function pageAt(path: string, page: number, signal: AbortSignal | undefined) {
    return ask(cursors.resolve(path, page), signal);
  }

  async function ask(address: string, signal: AbortSignal | undefined) {
    const answer = readPage(await http.json(address, { signal }));
    if (!answer) throw new HttpError(unreadable());
    return answer;
  }

  async function list<R extends RaRecord>(resource: string, query: ListQuery, signal?: AbortSignal) {
    const path = listPath(entityOf(resource), query);
    const kept = spare?.path === path && performance.now() - spare.at < SPARE ? spare.answer : undefined;
    if (kept) spare = undefined;
    const asked = cursors.resolve(path, query.page ?? 1);
    const answer = kept ?? (await ask(asked, signal));
    await judgeSearch(resource, query, answer, signal);
    const size = sizeOf(answer, path, query, asked) ?? (await sizeOfFirst(resource, query, signal));
    return read<R>(resource, answer, path, query, size);
  }

  /**
   * Requests the page without its search if only that shows whether the server applied it.
   */
  async function judgeSearch(resource: string, query: ListQuery, { results }: Page, signal?: AbortSignal) {
    if (namesItsFeatures()) return;
    const entity = entityOf(resource);
    const bare = comparison.missing(entity, query, results);
    if (!bare) return;
    const answer = await pageAt(listPath(entity, bare), query.page ?? 1, signal).catch(() => undefined);
    if (answer) comparison.learn(entity, bare, answer.results);
  }

  /** One page of the records that match `own`, also from a server that ignores it. */
  async function paged<R extends RaRecord>(
    resource: string,
    query: ListQuery,
    own: Row,
    signal?: AbortSignal,
  ): Promise<Listed<R>> {
    const answer = await list<R>(resource, query, signal);
    noteAnswer(resource);
    const entity = entityOf(resource);
    if (ignoring.size === 0 && answer.data.every((record) => fits(entity, own, record))) return answer;
    const { gather } = await import('./gather.ts');
    const read = (next: ListQuery) => list<R>(resource, next, signal);
    return gather({ entity, query, own, answer, ignoring, read });
  }

  /** As many records as requested, with as many requests as a server with smaller pages needs. */
  async function first<R extends RaRecord>(resource: string, query: ListQuery, signal?: AbortSignal) {
    const wanted = query.perPage ?? 25;
    const answer = await list<R>(resource, query, signal);
    if (query.page !== 1) return answer;
    const data = [...answer.data];
    const perPage = answer.meta.pageSize ?? wanted;
    let { pageInfo } = answer;
    for (let page = 2; pageInfo.hasNextPage && data.length < wanted && page <= PAGES_MAX; page++) {
      const next = await list<R>(resource, { ...query, page, perPage }, signal);
      data.push(...next.data);
      pageInfo = next.pageInfo;
    }
    return { ...answer, data: data.slice(0, wanted) };
  }

  /** The same page without the records that do not match the filters. */
  function fitting<R extends RaRecord>(resource: string, query: ListQuery, answer: Listed<R>): Listed<R> {
    const data = answer.data.filter((record) => fits(entityOf(resource), query.filter, record));
    if (data.length === answer.data.length) return answer;
    return { ...answer, data, total: data.length, meta: { ...answer.meta, count: data.length } };
  }

  /**
   * The page of a list if it is known without a request, and is all as it was asked for. `hasPages`: a list with page
   * navigation, which takes the server's own page size; another has the rows that it asked for.
   */
  function preloadedPage(resource: string, query: ListQuery, hasPages: boolean) {
    const path = listPath(entityOf(resource), query);
    const answer = readPage(takeArrived(path));
    if (answer) noteAnswer(resource);
    const page = answer && read(resource, answer, path, query, sizeOf(answer, path, query));
    if (!page || page.meta.unapplied) return undefined;
    const { perPage = 25 } = query;
    if (hasPages) return page;
    if (page.data.length < perPage && page.pageInfo.hasNextPage) return undefined;
    return { ...page, data: page.data.slice(0, perPage) };
  }

  /** After a write the kept page may be outdated. */
  const forget = (): void => {
    spare = undefined;
  };

  return { list, paged, first, fitting, pageAt, preloadedPage, forget };
}
