import { entityOf } from '../../../core/entities.ts';
import { defineResource } from '../../../layout/defineResource.tsx';

export const viberIdentity = defineResource(entityOf('admin/viber-identities'), ['catalogue'], {
  list: () => import('./ViberList.tsx').then((m) => m.ViberList),
  show: () => import('./ViberShow.tsx').then((m) => m.ViberShow),
  create: () => import('./ViberCreate.tsx').then((m) => m.ViberCreate),
});
