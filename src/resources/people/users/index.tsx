import type { ResourceProps } from 'ra-core';
import { entityOf } from '../../../core/entities.ts';
import { screen } from '../../../start/screen.ts';

const user = entityOf('users');

export const userResource: ResourceProps = {
  name: user.name,
  list: screen(() => import('./UserList.tsx').then((m) => ({ default: m.UserList }))),
  show: screen(() => import('./UserShow.tsx').then((m) => ({ default: m.UserShow }))),
  create: screen(() => import('./UserForms.tsx').then((m) => ({ default: m.UserCreate }))),
  edit: screen(() => import('./UserForms.tsx').then((m) => ({ default: m.UserEdit }))),
  recordRepresentation: user.title,
};
