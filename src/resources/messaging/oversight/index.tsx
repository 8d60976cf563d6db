import { entityOf } from '../../../core/entities.ts';
import { defineResource } from '../../../layout/defineResource.tsx';

export const oversight = defineResource(entityOf('admin/campaigns'), ['oversight', 'messaging'], {
  list: () => import('./OversightList.tsx').then((m) => m.OversightList),
  show: [
    () => import('./OversightShow.tsx').then((m) => m.OversightShow),
    ['oversight', 'messaging', 'compose', 'reviews', 'dashboard'],
  ],
});
