import type { ResourceProps } from 'ra-core';
import { entityOf } from '../../../core/entities.ts';
import { screen } from '../../../start/screen.ts';

const account = entityOf('admin/accounts');
const accountPackage = entityOf('admin/account-packages');

export const accountResource: ResourceProps = {
  name: account.name,
  list: screen(() => import('./AccountList.tsx').then((m) => ({ default: m.AccountList }))),
  show: screen(() => import('./AccountShow.tsx').then((m) => ({ default: m.AccountShow }))),
  create: screen(() => import('./AccountForms.tsx').then((m) => ({ default: m.AccountCreate }))),
  edit: screen(() => import('./AccountForms.tsx').then((m) => ({ default: m.AccountEdit }))),
  recordRepresentation: account.title,
};

export const accountPackageResource: ResourceProps = {
  name: accountPackage.name,
  list: screen(() => import('./PackageList.tsx').then((m) => ({ default: m.PackageList }))),
};
