import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { SEARCH, type SearchResults } from '#schema/search.ts';
import { http } from '../../core/http.ts';

/** The results for a text; earlier results stay until the answer comes. */
export const useSearch = (text: string, enabled: boolean) =>
  useQuery({
    queryKey: ['search', text],
    queryFn: async ({ signal }) =>
      (await http.json<{ data: SearchResults }>(`${SEARCH}?${new URLSearchParams({ q: text })}`, { signal }))
        .data,
    enabled,
    placeholderData: keepPreviousData,
    retry: false,
  });

/** How many records are shown. */
export const countOf = ({ users, accounts, campaigns, messages, payments }: SearchResults): number =>
  [users, accounts, campaigns, messages, payments].reduce(
    (all, section) => all + (section?.results.length ?? 0),
    0,
  );
