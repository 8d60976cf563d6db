import { z } from 'zod';
import { defineEntity, field } from './entity.ts';
import { shownName } from './shownText.ts';
import { BODY_MAX } from './sms.ts';

const KEYWORD_MAX = 60;
export const NO_LETTER = 'A keyword needs at least one letter or digit.';

/**
 * A word or phrase that no message may contain. Matching ignores case, normalises Unicode and respects word borders
 * (docs/blocked-keywords.md).
 */
export const blockedKeyword = defineEntity({
  name: 'admin/blocked-keywords',
  path: '/v1/admin/blocked-sms-keywords/',
  read: ['blocked-keyword-list', 'get'],
  write: ['blocked-keyword-list', 'post'],
  tenancy: 'everyone',
  title: 'keyword',
  order: 'keyword',
  fields: {
    keyword: field('text', z.string(), {
      sort: true,
      search: true,
      input: shownName(KEYWORD_MAX).regex(/[\p{L}\p{N}]/u, NO_LETTER),
    }),
    is_active: field('boolean', z.boolean(), { filter: 'equals' }),
  },
});
export type BlockedKeyword = z.infer<typeof blockedKeyword.record>;

export const KEYWORD_TEST = `${blockedKeyword.path}test/`;

/** POST /v1/admin/blocked-sms-keywords/test/ (ours): tests a text against the active keywords. */
export const keywordTest = z.strictObject({ text: z.string().max(BODY_MAX) });

/** Where keywords occur in the tested text, in order; positions count UTF-16 code units. */
export const keywordHits = z.object({
  hits: z.array(z.object({ uuid: z.uuid(), keyword: z.string(), start: z.int(), end: z.int() })),
});
export type KeywordHits = z.infer<typeof keywordHits>;
