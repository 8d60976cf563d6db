import { entityOf } from '../../../core/entities.ts';
import { defineResource } from '../../../layout/defineResource.tsx';

export const account = defineResource(entityOf('admin/accounts'), {
  list: () => import('./AccountList.tsx').then((m) => m.AccountList),
  show: () => import('./AccountShow.tsx').then((m) => m.AccountShow),
  create: () => import('./AccountForms.tsx').then((m) => m.AccountCreate),
  edit: () => import('./AccountForms.tsx').then((m) => m.AccountEdit),
});

export const accountPackage = defineResource(entityOf('admin/account-packages'), {
  list: () => import('./PackageList.tsx').then((m) => m.PackageList),
});
