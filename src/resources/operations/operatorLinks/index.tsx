import { entityOf } from '../../../core/entities.ts';
import { defineResource } from '../../../layout/defineResource.tsx';
import { screen } from '../../../start/screen.ts';

export const operatorLink = defineResource(entityOf('admin/operator-links'), {
  list: screen(() => import('./OperatorLinkList.tsx').then((m) => ({ default: m.OperatorLinkList }))),
  show: screen(() => import('./OperatorLinkShow.tsx').then((m) => ({ default: m.OperatorLinkShow }))),
  create: screen(() => import('./OperatorLinkForms.tsx').then((m) => ({ default: m.OperatorLinkCreate }))),
  edit: screen(() => import('./OperatorLinkForms.tsx').then((m) => ({ default: m.OperatorLinkEdit }))),
});
