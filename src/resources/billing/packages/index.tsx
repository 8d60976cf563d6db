import type { ResourceProps } from 'ra-core';
import { entityOf } from '../../../core/entities.ts';
import { screen } from '../../../start/screen.ts';

const smsPackage = entityOf('packages/sms');

export const packageResource: ResourceProps = {
  name: smsPackage.name,
  list: screen(() => import('./PackageList.tsx').then((m) => ({ default: m.PackageList }))),
};
