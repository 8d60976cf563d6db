import type { ResourceProps } from 'ra-core';
import { entityOf } from '../../../core/entities.ts';
import { screen } from '../../../start/screen.ts';

const activePackage = entityOf('packages/active-packages');

export const activePackageResource: ResourceProps = {
  name: activePackage.name,
  list: screen(() => import('./ActivePackageList.tsx').then((m) => ({ default: m.ActivePackageList }))),
};
