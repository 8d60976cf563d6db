import { entityOf } from '../../../core/entities.ts';
import { defineResource } from '../../../layout/defineResource.tsx';

export const contactGroup = defineResource(entityOf('contact/groups'), ['contacts'], {
  list: () => import('./GroupList.tsx').then((m) => m.GroupList),
  create: () => import('./GroupForms.tsx').then((m) => m.GroupCreate),
  edit: () => import('./GroupForms.tsx').then((m) => m.GroupEdit),
});
