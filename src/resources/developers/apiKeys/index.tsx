import { entityOf } from '../../../core/entities.ts';
import { defineResource } from '../../../layout/defineResource.tsx';

export const apiKey = defineResource(entityOf('settings/api-keys'), ['developers', 'users'], {
  list: () => import('./ApiKeyList.tsx').then((m) => m.ApiKeyList),
  show: () => import('./ApiKeyShow.tsx').then((m) => m.ApiKeyShow),
  create: () => import('./ApiKeyCreate.tsx').then((m) => m.ApiKeyCreate),
  edit: () => import('./ApiKeyEdit.tsx').then((m) => m.ApiKeyEdit),
});
