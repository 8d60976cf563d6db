import { entityOf } from '../../../core/entities.ts';
import { defineResource } from '../../../layout/defineResource.tsx';
import { screen } from '../../../start/screen.ts';

export const packageForSale = defineResource(entityOf('admin/packages'), {
  list: screen(() => import('./PackageForSaleList.tsx').then((m) => ({ default: m.PackageForSaleList }))),
  show: screen(() => import('./PackageForSaleShow.tsx').then((m) => ({ default: m.PackageForSaleShow }))),
  create: screen(() =>
    import('./PackageForSaleForms.tsx').then((m) => ({ default: m.PackageForSaleCreate })),
  ),
  edit: screen(() => import('./PackageForSaleForms.tsx').then((m) => ({ default: m.PackageForSaleEdit }))),
});
