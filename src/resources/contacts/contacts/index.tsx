import { entityOf } from '../../../core/entities.ts';
import { defineResource } from '../../../layout/defineResource.tsx';
import { screen } from '../../../start/screen.ts';

export const contact = defineResource(entityOf('contact'), {
  list: screen(() => import('./ContactList.tsx').then((m) => ({ default: m.ContactList }))),
  show: screen(() => import('./ContactShow.tsx').then((m) => ({ default: m.ContactShow }))),
  create: screen(() => import('./ContactForms.tsx').then((m) => ({ default: m.ContactCreate }))),
  edit: screen(() => import('./ContactForms.tsx').then((m) => ({ default: m.ContactEdit }))),
});
