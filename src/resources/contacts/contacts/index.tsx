import { entityOf } from '../../../core/entities.ts';
import { defineResource } from '../../../layout/defineResource.tsx';

export const contact = defineResource(entityOf('contact'), ['contacts'], {
  list: () => import('./ContactList.tsx').then((m) => m.ContactList),
  // With its messages and its place on the blacklist.
  show: [
    () => import('./ContactShow.tsx').then((m) => m.ContactShow),
    ['contacts', 'blacklist', 'messaging'],
  ],
  create: () => import('./ContactForms.tsx').then((m) => m.ContactCreate),
  edit: () => import('./ContactForms.tsx').then((m) => m.ContactEdit),
});
