import { entityOf } from '../../../core/entities.ts';
import { defineResource } from '../../../layout/defineResource.tsx';

export const packageForSale = defineResource(entityOf('admin/packages'), ['catalogue'], {
  list: () => import('./PackageForSaleList.tsx').then((m) => m.PackageForSaleList),
  show: () => import('./PackageForSaleShow.tsx').then((m) => m.PackageForSaleShow),
  create: () => import('./PackageForSaleForms.tsx').then((m) => m.PackageForSaleCreate),
  edit: () => import('./PackageForSaleForms.tsx').then((m) => m.PackageForSaleEdit),
});
