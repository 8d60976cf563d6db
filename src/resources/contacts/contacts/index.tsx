import { entityOf } from '../../../core/entities.ts';
import { defineResource } from '../../../layout/defineResource.tsx';

export const contact = defineResource(entityOf('contact'), {
  list: () => import('./ContactList.tsx').then((m) => m.ContactList),
  show: () => import('./ContactShow.tsx').then((m) => m.ContactShow),
  create: () => import('./ContactForms.tsx').then((m) => m.ContactCreate),
  edit: () => import('./ContactForms.tsx').then((m) => m.ContactEdit),
});
