import { entityOf } from '../../../core/entities.ts';
import { defineResource } from '../../../layout/defineResource.tsx';
import { screen } from '../../../start/screen.ts';

export const blockedKeyword = defineResource(entityOf('admin/blocked-keywords'), {
  list: screen(() => import('./KeywordList.tsx').then((m) => ({ default: m.KeywordList }))),
  show: screen(() => import('./KeywordShow.tsx').then((m) => ({ default: m.KeywordShow }))),
  create: screen(() => import('./KeywordForms.tsx').then((m) => ({ default: m.KeywordCreate }))),
  edit: screen(() => import('./KeywordForms.tsx').then((m) => ({ default: m.KeywordEdit }))),
});
