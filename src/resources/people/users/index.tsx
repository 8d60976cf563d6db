import { entityOf } from '../../../core/entities.ts';
import { defineResource } from '../../../layout/defineResource.tsx';
import { screen } from '../../../start/screen.ts';

export const user = defineResource(entityOf('users'), {
  list: screen(() => import('./UserList.tsx').then((m) => ({ default: m.UserList }))),
  show: screen(() => import('./UserShow.tsx').then((m) => ({ default: m.UserShow }))),
  create: screen(() => import('./UserForms.tsx').then((m) => ({ default: m.UserCreate }))),
  edit: screen(() => import('./UserForms.tsx').then((m) => ({ default: m.UserEdit }))),
});
