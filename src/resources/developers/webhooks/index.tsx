import { entityOf } from '../../../core/entities.ts';
import { defineResource } from '../../../layout/defineResource.tsx';

export const webhook = defineResource(entityOf('settings/webhooks'), ['developers'], {
  list: () => import('./WebhookList.tsx').then((m) => m.WebhookList),
  show: () => import('./WebhookShow.tsx').then((m) => m.WebhookShow),
  create: () => import('./WebhookCreate.tsx').then((m) => m.WebhookCreate),
  edit: () => import('./WebhookEdit.tsx').then((m) => m.WebhookEdit),
});
