import { entityOf } from '../../../core/entities.ts';
import { defineResource } from '../../../layout/defineResource.tsx';
import { screen } from '../../../start/screen.ts';

export const oversight = defineResource(entityOf('admin/campaigns'), ['oversight', 'messaging'], {
  list: () => import('./OversightList.tsx').then((m) => m.OversightList),
  show: screen(
    () => import('./OversightShow.tsx').then((m) => m.OversightShow),
    ['oversight', 'messaging', 'compose', 'reviews', 'dashboard'],
  ),
});
