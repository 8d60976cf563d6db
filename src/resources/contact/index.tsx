import type { ResourceProps } from 'ra-core';
import { lazy } from 'react';
import { contact } from '#schema/contact.ts';

export const contactResource: ResourceProps = {
  name: contact.name,
  list: lazy(() => import('./ContactList.tsx').then((m) => ({ default: m.ContactList }))),
  show: lazy(() => import('./ContactShow.tsx').then((m) => ({ default: m.ContactShow }))),
  create: lazy(() => import('./ContactForms.tsx').then((m) => ({ default: m.ContactCreate }))),
  edit: lazy(() => import('./ContactForms.tsx').then((m) => ({ default: m.ContactEdit }))),
  recordRepresentation: contact.title,
};
