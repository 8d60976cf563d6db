import { entityOf } from '../../../core/entities.ts';
import { defineResource } from '../../../layout/defineResource.tsx';
import { screen } from '../../../start/screen.ts';

export const viberIdentity = defineResource(entityOf('admin/viber-identities'), {
  list: screen(() => import('./ViberList.tsx').then((m) => ({ default: m.ViberList }))),
  show: screen(() => import('./ViberShow.tsx').then((m) => ({ default: m.ViberShow }))),
  create: screen(() => import('./ViberCreate.tsx').then((m) => ({ default: m.ViberCreate }))),
});
