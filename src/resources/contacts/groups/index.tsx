import type { ResourceProps } from 'ra-core';
import { entityOf } from '../../../core/entities.ts';
import { screen } from '../../../start/screen.ts';

const contactGroup = entityOf('contact/groups');

export const contactGroupResource: ResourceProps = {
  name: contactGroup.name,
  list: screen(() => import('./GroupList.tsx').then((m) => ({ default: m.GroupList }))),
  create: screen(() => import('./GroupForms.tsx').then((m) => ({ default: m.GroupCreate }))),
  edit: screen(() => import('./GroupForms.tsx').then((m) => ({ default: m.GroupEdit }))),
  recordRepresentation: contactGroup.title,
};
