import { entityOf } from '../../../core/entities.ts';
import { defineResource } from '../../../layout/defineResource.tsx';

export const blockedKeyword = defineResource(entityOf('admin/blocked-keywords'), {
  list: () => import('./KeywordList.tsx').then((m) => m.KeywordList),
  show: () => import('./KeywordShow.tsx').then((m) => m.KeywordShow),
  create: () => import('./KeywordForms.tsx').then((m) => m.KeywordCreate),
  edit: () => import('./KeywordForms.tsx').then((m) => m.KeywordEdit),
});
