import { entityOf } from '../../../core/entities.ts';
import { defineResource } from '../../../layout/defineResource.tsx';
import { screen } from '../../../start/screen.ts';

export const account = defineResource(entityOf('admin/accounts'), {
  list: screen(() => import('./AccountList.tsx').then((m) => ({ default: m.AccountList }))),
  show: screen(() => import('./AccountShow.tsx').then((m) => ({ default: m.AccountShow }))),
  create: screen(() => import('./AccountForms.tsx').then((m) => ({ default: m.AccountCreate }))),
  edit: screen(() => import('./AccountForms.tsx').then((m) => ({ default: m.AccountEdit }))),
});

export const accountPackage = defineResource(entityOf('admin/account-packages'), {
  list: screen(() => import('./PackageList.tsx').then((m) => ({ default: m.PackageList }))),
});
