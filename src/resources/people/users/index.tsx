import { entityOf } from '../../../core/entities.ts';
import { defineResource } from '../../../layout/defineResource.tsx';

export const user = defineResource(entityOf('users'), ['users', 'twoFactor'], {
  list: () => import('./UserList.tsx').then((m) => m.UserList),
  show: () => import('./UserShow.tsx').then((m) => m.UserShow),
  create: () => import('./UserForms.tsx').then((m) => m.UserCreate),
  edit: () => import('./UserForms.tsx').then((m) => m.UserEdit),
});
