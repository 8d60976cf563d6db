import { entityOf } from '../../../core/entities.ts';
import { defineResource } from '../../../layout/defineResource.tsx';
import { screen } from '../../../start/screen.ts';

export const senderRequest = defineResource(entityOf('admin/sender-identities'), {
  list: screen(() => import('./SenderRequestList.tsx').then((m) => ({ default: m.SenderRequestList }))),
  show: screen(() => import('./SenderRequestShow.tsx').then((m) => ({ default: m.SenderRequestShow }))),
});
