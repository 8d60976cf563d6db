import { entityOf } from '../../../core/entities.ts';
import { defineResource } from '../../../layout/defineResource.tsx';
import { screen } from '../../../start/screen.ts';

export const contactGroup = defineResource(entityOf('contact/groups'), {
  list: screen(() => import('./GroupList.tsx').then((m) => ({ default: m.GroupList }))),
  create: screen(() => import('./GroupForms.tsx').then((m) => ({ default: m.GroupCreate }))),
  edit: screen(() => import('./GroupForms.tsx').then((m) => ({ default: m.GroupEdit }))),
});
