import type { ResourceProps } from 'ra-core';
import { entityOf } from '../../../core/entities.ts';
import { screen } from '../../../start/screen.ts';

const viberIdentity = entityOf('admin/viber-identities');

export const viberIdentityResource: ResourceProps = {
  name: viberIdentity.name,
  list: screen(() => import('./ViberList.tsx').then((m) => ({ default: m.ViberList }))),
  show: screen(() => import('./ViberShow.tsx').then((m) => ({ default: m.ViberShow }))),
  create: screen(() => import('./ViberCreate.tsx').then((m) => ({ default: m.ViberCreate }))),
  recordRepresentation: viberIdentity.title,
};
