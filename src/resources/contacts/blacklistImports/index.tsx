import { entityOf } from '../../../core/entities.ts';
import { defineResource } from '../../../layout/defineResource.tsx';
import { screen } from '../../../start/screen.ts';

export const blacklistImport = defineResource(entityOf('settings/blacklist/imports'), {
  list: screen(() => import('./ImportList.tsx').then((m) => ({ default: m.ImportList }))),
  show: screen(() => import('./ImportShow.tsx').then((m) => ({ default: m.ImportShow }))),
  create: screen(() => import('./ImportCreate.tsx').then((m) => ({ default: m.ImportCreate }))),
});
