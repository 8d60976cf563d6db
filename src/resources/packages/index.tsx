import type { ResourceProps } from 'ra-core';
import { lazy } from 'react';
import { smsPackage } from '#schema/smsPackage.ts';

export const packageResource: ResourceProps = {
  name: smsPackage.name,
  list: lazy(() => import('./PackageList.tsx').then((m) => ({ default: m.PackageList }))),
};
