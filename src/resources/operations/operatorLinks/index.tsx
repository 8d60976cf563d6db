import type { ResourceProps } from 'ra-core';
import { entityOf } from '../../../core/entities.ts';
import { screen } from '../../../start/screen.ts';

const operatorLink = entityOf('admin/operator-links');

export const operatorLinkResource: ResourceProps = {
  name: operatorLink.name,
  list: screen(() => import('./OperatorLinkList.tsx').then((m) => ({ default: m.OperatorLinkList }))),
  show: screen(() => import('./OperatorLinkShow.tsx').then((m) => ({ default: m.OperatorLinkShow }))),
  create: screen(() => import('./OperatorLinkForms.tsx').then((m) => ({ default: m.OperatorLinkCreate }))),
  edit: screen(() => import('./OperatorLinkForms.tsx').then((m) => ({ default: m.OperatorLinkEdit }))),
  recordRepresentation: operatorLink.title,
};
