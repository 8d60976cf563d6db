import { entityOf } from '../../../core/entities.ts';
import { defineResource } from '../../../layout/defineResource.tsx';
import { screen } from '../../../start/screen.ts';

export const oversight = defineResource(entityOf('admin/campaigns'), {
  list: screen(() => import('./OversightList.tsx').then((m) => ({ default: m.OversightList }))),
  show: screen(() => import('./OversightShow.tsx').then((m) => ({ default: m.OversightShow }))),
});
