import { entityOf } from '../../../core/entities.ts';
import { defineResource } from '../../../layout/defineResource.tsx';

export const operatorLink = defineResource(
  entityOf('admin/operator-links'),
  ['links', 'linkForms', 'routing'],
  {
    list: () => import('./OperatorLinkList.tsx').then((m) => m.OperatorLinkList),
    show: () => import('./OperatorLinkShow.tsx').then((m) => m.OperatorLinkShow),
    create: () => import('./OperatorLinkForms.tsx').then((m) => m.OperatorLinkCreate),
    edit: () => import('./OperatorLinkForms.tsx').then((m) => m.OperatorLinkEdit),
  },
);
