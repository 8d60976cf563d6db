import { fold, type KeywordMatcher, keywordMatcher } from '../../server/services/sending/keywords.ts';

/** A matcher of these keywords, without a database. */
export const matcherOf = (...keywords: string[]): KeywordMatcher =>
  keywordMatcher(
    keywords.map((keyword, n) => ({
      uuid: `01890000-0000-7000-8000-00000000000${n}`,
      keyword,
      folded: fold(keyword),
    })),
    'a version',
  );
