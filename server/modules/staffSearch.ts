import { one } from '#schema/entity.ts';
import { message } from '#schema/message.ts';
import { SEARCH, searchPairs, searchQuery, searchResults } from '#schema/search.ts';
import type { Module } from '../deps.ts';
import { isStaffRead, noteRead } from '../services/access/readTrail.ts';
import { staffSearch as search } from '../services/reports/staffSearch.ts';

/** One search over everything that support needs. */
export const staffSearch: Module = (app, { db }) => {
  app.get(
    SEARCH,
    {
      config: { access: { anyOf: searchPairs }, standby: true },
      schema: { tags: ['search', 'ours'], querystring: searchQuery, response: { 200: one(searchResults) } },
    },
    async ({ caller, query: { q }, read }) => {
      const data = await read((from) => search(from, caller, q));
      // Only a number finds messages, which belong to a customer; the log records whose.
      if (data.messages && data.phone && isStaffRead(message, caller)) {
        const filter = { phone: data.phone };
        const rows = data.messages.results.length;
        await noteRead(db, caller, { entity: message.name, account: null, filter, rows });
      }
      return { data };
    },
  );
};
