import { entityOf } from '../../../core/entities.ts';
import { defineResource } from '../../../layout/defineResource.tsx';
import { screen } from '../../../start/screen.ts';

export const apiKey = defineResource(entityOf('settings/api-keys'), {
  list: screen(() => import('./ApiKeyList.tsx').then((m) => ({ default: m.ApiKeyList }))),
  show: screen(() => import('./ApiKeyShow.tsx').then((m) => ({ default: m.ApiKeyShow }))),
  create: screen(() => import('./ApiKeyCreate.tsx').then((m) => ({ default: m.ApiKeyCreate }))),
  edit: screen(() => import('./ApiKeyEdit.tsx').then((m) => ({ default: m.ApiKeyEdit }))),
});
