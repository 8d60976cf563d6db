import { entityOf } from '../../../core/entities.ts';
import { defineResource } from '../../../layout/defineResource.tsx';

export const senderIdentity = defineResource(entityOf('sms/sender-identities'), ['profile'], {
  list: () => import('./SenderList.tsx').then((m) => m.SenderList),
  show: () => import('./SenderShow.tsx').then((m) => m.SenderShow),
  create: () => import('./SenderForms.tsx').then((m) => m.SenderCreate),
  edit: () => import('./SenderForms.tsx').then((m) => m.SenderEdit),
});

export const senderRequest = defineResource(entityOf('admin/sender-identities'), ['reviews', 'profile'], {
  list: () => import('./SenderRequestList.tsx').then((m) => m.SenderRequestList),
  show: () => import('./SenderRequestShow.tsx').then((m) => m.SenderRequestShow),
});
