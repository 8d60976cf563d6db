import { one } from '#schema/entity.ts';
import { message } from '#schema/message.ts';
import { SEARCH, searchPairs, searchQuery, searchResults } from '#schema/search.ts';
import { answerNoted } from '../crud/readNotes.ts';
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
    async ({ caller, query: { q }, read }, reply) => {
      const data = await read((from) => search(from, caller, q));
      const { messages, phone } = data;
      // Only a number finds messages, which belong to a customer; the log records whose.
      if (!messages || !phone || !isStaffRead(message, caller)) return { data };
      const rows = messages.results.length;
      const found = { entity: message.name, account: null, filter: { phone }, rows };
      return answerNoted(reply, () => noteRead(db, caller, found), { data });
    },
  );
};
