import { entityOf } from '../../../core/entities.ts';
import { defineResource } from '../../../layout/defineResource.tsx';
import { screen } from '../../../start/screen.ts';

export const webhook = defineResource(entityOf('settings/webhooks'), {
  list: screen(() => import('./WebhookList.tsx').then((m) => ({ default: m.WebhookList }))),
  show: screen(() => import('./WebhookShow.tsx').then((m) => ({ default: m.WebhookShow }))),
  create: screen(() => import('./WebhookCreate.tsx').then((m) => ({ default: m.WebhookCreate }))),
  edit: screen(() => import('./WebhookEdit.tsx').then((m) => ({ default: m.WebhookEdit }))),
});
