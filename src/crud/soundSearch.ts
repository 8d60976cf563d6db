import { type Outline, PAGE_SIZE_MAX } from '#schema/outline.ts';
import { own } from '#schema/own.ts';
import { isStorable } from '#schema/storable.ts';

const isCount = (text: string, most: number): boolean => /^[1-9]\d*$/.test(text) && Number(text) <= most;

/** Names that every list can filter by, and how. */
const always = { q: 'equals', uuid: 'equals', created_at: 'range' } as const;

/** The address's filter as text without what the list cannot filter by; the text itself if it can have all of it. */
function soundFilter(text: string, fields: Outline['fields']): string {
  let filter: unknown;
  try {
    filter = JSON.parse(text);
  } catch {
    // No list can have it.
  }
  const entries = Object.entries(filter ?? {});
  const sound = entries.filter(([key, value]) => {
    const [name = '', suffix = 'in'] = key.split('__');
    const by = own(always, name) ?? own(fields, name)?.filter;
    const isOffered = suffix === 'in' ? by : by === 'range' && ['gte', 'lte'].includes(suffix);
    return isOffered && isStorable(String(value));
  });
  if (entries.length > 0 && sound.length === entries.length) return text;
  return JSON.stringify(Object.fromEntries(sound));
}

/**
 * The query of a list's address without the filters, order, page and page size that no list can have: from an old link, or
 * mistyped. The server would refuse them, and the page would offer nothing but to try again.
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
  const filter = params.get('filter') || '{}';
  const sound = soundFilter(filter, fields);
  if (wrong.length === 0 && sound === filter) return search;
  for (const name of wrong) params.delete(name);
  if (sound !== filter) params.set('filter', sound);
  const left = String(params);
  return left && `?${left}`;
}
