import type { Generated } from '../../../crud/generatedResource.ts';

export const blockedKeyword: Generated = {
  schema: () => import('#schema/blockedKeyword.ts'),
  texts: ['catalogue'],
  list: [() => import('./KeywordList.tsx').then((m) => m.KeywordList), ['catalogue']],
};
