import { type Outline, PAGE_SIZE_MAX } from '#schema/outline.ts';
import { own } from '#schema/own.ts';

const isCount = (text: string, most: number): boolean => /^[1-9]\d*$/.test(text) && Number(text) <= most;

/**
 * The query of a list's address without the order, page and page size that no list can have: from an old link, or mistyped.
 * The server would refuse them, and the page would offer nothing but to try again.
 */
export function soundSearch(search: string, { fields, order }: Outline, sort?: string): string {
  const params = new URLSearchParams(search);
  const isSound: Record<string, (text: string) => boolean> = {
    page: (text) => isCount(text, 1_000_000),
    perPage: (text) => isCount(text, PAGE_SIZE_MAX),
    sort: (text) => text === sort || text === order.replace('-', '') || own(fields, text)?.sort === true,
    order: (text) => text === 'ASC' || text === 'DESC',
  };
  const wrong = Object.keys(isSound).filter((name) => {
    const text = params.get(name);
    return text !== null && !isSound[name]?.(text);
  });
  if (wrong.length === 0) return search;
  for (const name of wrong) params.delete(name);
  return params.size > 0 ? `?${params}` : '';
}
