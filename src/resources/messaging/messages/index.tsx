import { entityOf } from '../../../core/entities.ts';
import { defineResource } from '../../../layout/defineResource.tsx';
import { screen } from '../../../start/screen.ts';

export const message = defineResource(entityOf('sms/dispatch'), {
  list: screen(() => import('./MessageList.tsx').then((m) => ({ default: m.MessageList }))),
  show: screen(() => import('./MessageShow.tsx').then((m) => ({ default: m.MessageShow }))),
});
