import { entityOf } from '../../../core/entities.ts';
import { defineResource } from '../../../layout/defineResource.tsx';
import { screen } from '../../../start/screen.ts';

export const smsPackage = defineResource(entityOf('packages/sms'), {
  list: screen(() => import('./PackageList.tsx').then((m) => ({ default: m.PackageList }))),
});
