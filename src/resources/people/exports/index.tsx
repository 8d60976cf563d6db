import { entityOf } from '../../../core/entities.ts';
import { defineResource } from '../../../layout/defineResource.tsx';

export const accountExport = defineResource(entityOf('settings/exports'), ['exports'], {
  list: () => import('./ExportList.tsx').then((m) => m.ExportList),
  show: () => import('./ExportShow.tsx').then((m) => m.ExportShow),
});
