import type { ResourceProps } from 'ra-core';
import { lazy } from 'react';
import { contactGroup } from '#schema/contactGroup.ts';

export const contactGroupResource: ResourceProps = {
  name: contactGroup.name,
  list: lazy(() => import('./GroupList.tsx').then((m) => ({ default: m.GroupList }))),
  create: lazy(() => import('./GroupForms.tsx').then((m) => ({ default: m.GroupCreate }))),
  edit: lazy(() => import('./GroupForms.tsx').then((m) => ({ default: m.GroupEdit }))),
  recordRepresentation: contactGroup.title,
};
