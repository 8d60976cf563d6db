import { entityOf } from '../../../core/entities.ts';
import { defineResource } from '../../../layout/defineResource.tsx';

export const account = defineResource(entityOf('admin/accounts'), ['accounts'], {
  list: () => import('./AccountList.tsx').then((m) => m.AccountList),
  // With its charts and the dialog that adds to its wallet.
  show: [() => import('./AccountShow.tsx').then((m) => m.AccountShow), ['accounts', 'dashboard', 'payments']],
  create: () => import('./AccountForms.tsx').then((m) => m.AccountCreate),
  edit: () => import('./AccountForms.tsx').then((m) => m.AccountEdit),
});

export const accountPackage = defineResource(entityOf('admin/account-packages'), ['accounts'], {
  list: () => import('./PackageList.tsx').then((m) => m.PackageList),
});
