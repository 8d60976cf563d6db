import type { ResourceProps } from 'ra-core';
import { entityOf } from '../../../core/entities.ts';
import { screen } from '../../../start/screen.ts';

const blockedKeyword = entityOf('admin/blocked-keywords');

export const blockedKeywordResource: ResourceProps = {
  name: blockedKeyword.name,
  list: screen(() => import('./KeywordList.tsx').then((m) => ({ default: m.KeywordList }))),
  create: screen(() => import('./KeywordForms.tsx').then((m) => ({ default: m.KeywordCreate }))),
  edit: screen(() => import('./KeywordForms.tsx').then((m) => ({ default: m.KeywordEdit }))),
  recordRepresentation: blockedKeyword.title,
};
