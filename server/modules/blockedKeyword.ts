import {
  blockedKeyword as entity,
  KEYWORD_TEST,
  keywordHits,
  keywordTest,
  NO_LETTER,
} from '#schema/blockedKeyword.ts';
import { one } from '#schema/entity.ts';
import { crud } from '../crud/crud.ts';
import type { Module } from '../deps.ts';
import { invalidField } from '../services/platform/problem.ts';
import { fold, loadKeywords } from '../services/sending/keywords.ts';

/** Words that no message may contain, and testing a text against them. */
export const blockedKeyword: Module = (app, { db }) => {
  crud(app, { db }, entity, {
    table: 'blocked_keyword',
    unique: { field: 'keyword', message: 'This keyword is already on the list, maybe in another spelling.' },
    beforeWrite(values) {
      const folded = fold(String(values.keyword)).trim();
      // Some Unicode letters are invisible and are ignored in comparisons.
      if (!/[\p{L}\p{N}]/u.test(folded)) throw invalidField('keyword', NO_LETTER);
      return { ...values, folded };
    },
  });

  // It changes nothing, so whoever may read the keywords may test them.
  app.post(
    KEYWORD_TEST,
    {
      config: { access: entity.read },
      schema: { tags: [entity.name, 'ours'], body: keywordTest, response: { 200: one(keywordHits) } },
    },
    async ({ body }) => ({ data: { hits: (await loadKeywords(db)).hits(body.text) } }),
  );
};
