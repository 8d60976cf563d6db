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

/** Words that no message may contain, and a text to try them on. */
export const blockedKeyword: Module = (app, { db }) => {
  crud(app, { db }, entity, {
    table: 'blocked_keyword',
    unique: { field: 'keyword', message: 'This keyword is already on the list, maybe in another spelling.' },
    beforeWrite(values) {
      const folded = fold(String(values.keyword)).trim();
      // Some letters of Unicode cannot be seen, and are left out of what is compared.
      if (!/[\p{L}\p{N}]/u.test(folded)) throw invalidField('keyword', NO_LETTER);
      return { ...values, folded };
    },
  });

  // It changes nothing: who may read the keywords may try them.
  app.post(
    KEYWORD_TEST,
    {
      config: { access: entity.read },
      schema: { tags: [entity.name, 'ours'], body: keywordTest, response: { 200: one(keywordHits) } },
    },
    async ({ body }) => ({ data: { hits: (await loadKeywords(db)).hits(body.text) } }),
  );
};
