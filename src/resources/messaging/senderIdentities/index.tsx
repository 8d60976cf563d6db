import { entityOf } from '../../../core/entities.ts';
import { defineResource } from '../../../layout/defineResource.tsx';
import { screen } from '../../../start/screen.ts';

export const senderIdentity = defineResource(entityOf('sms/sender-identities'), {
  list: screen(() => import('./SenderList.tsx').then((m) => ({ default: m.SenderList }))),
  show: screen(() => import('./SenderShow.tsx').then((m) => ({ default: m.SenderShow }))),
  create: screen(() => import('./SenderForms.tsx').then((m) => ({ default: m.SenderCreate }))),
  edit: screen(() => import('./SenderForms.tsx').then((m) => ({ default: m.SenderEdit }))),
});

export const senderRequest = defineResource(entityOf('admin/sender-identities'), {
  list: screen(() => import('./SenderRequestList.tsx').then((m) => ({ default: m.SenderRequestList }))),
  show: screen(() => import('./SenderRequestShow.tsx').then((m) => ({ default: m.SenderRequestShow }))),
});
