import { one } from '#schema/entity.ts';
import { SEARCH, searchPairs, searchQuery, searchResults } from '#schema/search.ts';
import type { Module } from '../deps.ts';
import { staffSearch as search } from '../services/staffSearch.ts';

/** One box for everything that support looks for. */
export const staffSearch: Module = (app, { db }) => {
  app.get(
    SEARCH,
    {
      config: { access: { anyOf: searchPairs } },
      schema: { tags: ['search', 'ours'], querystring: searchQuery, response: { 200: one(searchResults) } },
    },
    async ({ caller, query: { q } }) => ({ data: await search(db, caller, q) }),
  );
};
