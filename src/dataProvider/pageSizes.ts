import type { Page } from '../core/records.ts';

/** The page sizes that a server accepts: it may have a maximum, or a single size. */
export interface PageSizes {
  least: number;
  most: number;
}

/**
 * The real size of a full page, derived from one page: more rows than requested, or fewer although others
 * follow. `perPage` if the page does not show it, undefined if only the first page does: without links, a later
 * page that does not fit the size may be full or the last one.
 */
export function serverPageSize(
  { results, count, next }: Page,
  page: number,
  perPage: number,
): number | undefined {
  const got = results.length;
  if (got > perPage) return got;
  if (got === 0 || got === perPage) return perPage;
  if (typeof next === 'string') return got;
  if (count === undefined) return perPage;
  // Without links the first page shows it by the count; with links the last page shows it by the pages before
  // it.
  if (page === 1) return next === undefined && count > got ? got : perPage;
  const before = (count - got) / (page - 1);
  if (next === undefined) return before === perPage ? perPage : undefined;
  return Number.isInteger(before) && before >= got ? before : perPage;
}

/** Remembers the page size that the server uses for each resource. */
export function createPageSizes() {
  const known = new Map<string, PageSizes>();
  return {
    of: (resource: string): PageSizes | undefined => known.get(resource),
    learn(resource: string, requested: number, real: number): void {
      if (real === requested) return;
      const most = Math.min(real, known.get(resource)?.most ?? real);
      known.set(resource, { least: real > requested ? most : (known.get(resource)?.least ?? 1), most });
    },
  };
}
