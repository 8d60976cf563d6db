import type { ResourceProps } from 'ra-core';
import { entityOf } from '../../../core/entities.ts';
import { screen } from '../../../start/screen.ts';

const packageForSale = entityOf('admin/packages');

export const packageForSaleResource: ResourceProps = {
  name: packageForSale.name,
  list: screen(() => import('./PackageForSaleList.tsx').then((m) => ({ default: m.PackageForSaleList }))),
  create: screen(() =>
    import('./PackageForSaleForms.tsx').then((m) => ({ default: m.PackageForSaleCreate })),
  ),
  edit: screen(() => import('./PackageForSaleForms.tsx').then((m) => ({ default: m.PackageForSaleEdit }))),
  recordRepresentation: packageForSale.title,
};
