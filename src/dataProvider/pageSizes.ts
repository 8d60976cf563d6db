import type { Page } from '../core/records.ts';

/** What a server takes as the size of a page: it may have a largest one, or one alone. */
export interface PageSizes {
  least: number;
  most: number;
}

/**
 * How many rows a full page really has, as one page tells: more than were asked for, or fewer though others follow.
 * `perPage` where it does not tell.
 */
export function realSize({ results, count, next }: Page, page: number, perPage: number): number {
  const got = results.length;
  if (got > perPage) return got;
  if (got === 0 || got === perPage) return perPage;
  if (typeof next === 'string') return got;
  if (count === undefined) return perPage;
  // Without links the first page tells by the count, and with links the last one by what came before it.
  if (page === 1) return next === undefined && count > got ? got : perPage;
  const before = (count - got) / (page - 1);
  return Number.isInteger(before) && before >= got ? before : perPage;
}

/** Remembers of each resource what its server takes as the size of a page. */
export function createPageSizes() {
  const known = new Map<string, PageSizes>();
  return {
    of: (resource: string): PageSizes | undefined => known.get(resource),
    learn(resource: string, asked: number, real: number): void {
      if (real === asked) return;
      const most = Math.min(real, known.get(resource)?.most ?? real);
      known.set(resource, { least: real > asked ? most : (known.get(resource)?.least ?? 1), most });
    },
  };
}
