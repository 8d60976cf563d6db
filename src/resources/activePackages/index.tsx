import type { ResourceProps } from 'ra-core';
import { lazy } from 'react';
import { activePackage } from '#schema/smsPackage.ts';

export const activePackageResource: ResourceProps = {
  name: activePackage.name,
  list: lazy(() => import('./ActivePackageList.tsx').then((m) => ({ default: m.ActivePackageList }))),
};
