import { entityOf } from '../../../core/entities.ts';
import { defineResource } from '../../../layout/defineResource.tsx';

export const blacklist = defineResource(entityOf('settings/blacklist'), ['blacklist'], {
  list: () => import('./BlacklistList.tsx').then((m) => m.BlacklistList),
  show: () => import('./BlacklistShow.tsx').then((m) => m.BlacklistShow),
  create: () => import('./BlacklistForms.tsx').then((m) => m.BlacklistCreate),
  edit: () => import('./BlacklistForms.tsx').then((m) => m.BlacklistEdit),
});
