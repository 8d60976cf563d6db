import { entityOf } from '../../../core/entities.ts';
import { defineResource } from '../../../layout/defineResource.tsx';

export const message = defineResource(entityOf('sms/dispatch'), ['messaging'], {
  list: () => import('./MessageList.tsx').then((m) => m.MessageList),
  show: () => import('./MessageShow.tsx').then((m) => m.MessageShow),
});
