import { entityOf } from '../../../core/entities.ts';
import { defineResource } from '../../../layout/defineResource.tsx';
import { screen } from '../../../start/screen.ts';

export const blacklist = defineResource(entityOf('settings/blacklist'), {
  list: screen(() => import('./BlacklistList.tsx').then((m) => ({ default: m.BlacklistList }))),
  show: screen(() => import('./BlacklistShow.tsx').then((m) => ({ default: m.BlacklistShow }))),
  create: screen(() => import('./BlacklistForms.tsx').then((m) => ({ default: m.BlacklistCreate }))),
  edit: screen(() => import('./BlacklistForms.tsx').then((m) => ({ default: m.BlacklistEdit }))),
});
