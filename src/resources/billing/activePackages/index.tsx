import { entityOf } from '../../../core/entities.ts';
import { defineResource } from '../../../layout/defineResource.tsx';

export const activePackage = defineResource(entityOf('packages/active-packages'), ['payments'], {
  list: () => import('./ActivePackageList.tsx').then((m) => m.ActivePackageList),
  show: () => import('./ActivePackageShow.tsx').then((m) => m.ActivePackageShow),
});
