import { entityOf } from '../../../core/entities.ts';
import { defineResource } from '../../../layout/defineResource.tsx';

export const contactImport = defineResource(
  entityOf('contact/imports'),
  ['contacts', 'blacklist', 'sheets'],
  {
    list: () => import('./ImportList.tsx').then((m) => m.ImportList),
    show: () => import('./ImportShow.tsx').then((m) => m.ImportShow),
    create: () => import('./ImportCreate.tsx').then((m) => m.ImportCreate),
  },
);
