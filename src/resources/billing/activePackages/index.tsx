import { entityOf } from '../../../core/entities.ts';
import { defineResource } from '../../../layout/defineResource.tsx';
import { screen } from '../../../start/screen.ts';

export const activePackage = defineResource(entityOf('packages/active-packages'), {
  list: screen(() => import('./ActivePackageList.tsx').then((m) => ({ default: m.ActivePackageList }))),
  show: screen(() => import('./ActivePackageShow.tsx').then((m) => ({ default: m.ActivePackageShow }))),
});
