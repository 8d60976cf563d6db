import type { ResourceProps } from 'ra-core';
import { entityOf } from '../../../core/entities.ts';
import { screen } from '../../../start/screen.ts';

const contact = entityOf('contact');

export const contactResource: ResourceProps = {
  name: contact.name,
  list: screen(() => import('./ContactList.tsx').then((m) => ({ default: m.ContactList }))),
  show: screen(() => import('./ContactShow.tsx').then((m) => ({ default: m.ContactShow }))),
  create: screen(() => import('./ContactForms.tsx').then((m) => ({ default: m.ContactCreate }))),
  edit: screen(() => import('./ContactForms.tsx').then((m) => ({ default: m.ContactEdit }))),
  recordRepresentation: contact.title,
};
