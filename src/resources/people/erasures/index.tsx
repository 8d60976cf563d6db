import { entityOf } from '../../../core/entities.ts';
import { defineResource } from '../../../layout/defineResource.tsx';

export const erasure = defineResource(entityOf('settings/erasures'), ['erasures'], {
  list: () => import('./ErasureList.tsx').then((m) => m.ErasureList),
  show: () => import('./ErasureShow.tsx').then((m) => m.ErasureShow),
  create: () => import('./ErasureCreate.tsx').then((m) => m.ErasureCreate),
});
