const QUERIES_KEPT = 50;

/**
 * Remembers, per query, the `next` and `previous` links of its pages, so that each further page costs the
 * server the same. Only neighbours of visited pages have one.
 */
export function createCursors() {
  const queries = new Map<string, Map<number, string>>();

  const pagesOf = (path: string): Map<number, string> => {
    const key = withoutPaging(path);
    const pages = queries.get(key) ?? new Map<number, string>();
    queries.delete(key);
    queries.set(key, pages);
    if (queries.size > QUERIES_KEPT) queries.delete(queries.keys().next().value ?? '');
    return pages;
  };

  return {
    /**
     * The path to request for this page: with its cursor if one is known, otherwise unchanged. Page 1 needs
     * none.
     */
    resolve(path: string, page: number): string {
      const cursor = page > 1 ? pagesOf(path).get(page) : undefined;
      return cursor ? `${path}&cursor=${encodeURIComponent(cursor)}` : path;
    },
    remember(path: string, page: number, links: { next: string | null; previous: string | null }): void {
      const pages = pagesOf(path);
      for (const [to, link] of [
        [page + 1, links.next],
        [page - 1, links.previous],
      ] as const) {
        const cursor = link ? new URLSearchParams(link.split('?')[1]).get('cursor') : null;
        if (cursor) pages.set(to, cursor);
      }
    },
  };
}

const withoutPaging = (path: string): string => path.replace(/([?&])page=\d+&?/, '$1');
