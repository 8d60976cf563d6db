import { entityOf } from '../../../core/entities.ts';
import { defineResource } from '../../../layout/defineResource.tsx';

export const smsPackage = defineResource(entityOf('packages/sms'), ['payments'], {
  list: () => import('./PackageList.tsx').then((m) => m.PackageList),
  show: () => import('./PackageShow.tsx').then((m) => m.PackageShow),
});
