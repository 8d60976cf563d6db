import type { ResourceProps } from 'ra-core';
import { entityOf } from '../../../core/entities.ts';
import { screen } from '../../../start/screen.ts';

const webhook = entityOf('settings/webhooks');

export const webhookResource: ResourceProps = {
  name: webhook.name,
  list: screen(() => import('./WebhookList.tsx').then((m) => ({ default: m.WebhookList }))),
  show: screen(() => import('./WebhookShow.tsx').then((m) => ({ default: m.WebhookShow }))),
  create: screen(() => import('./WebhookCreate.tsx').then((m) => ({ default: m.WebhookCreate }))),
  edit: screen(() => import('./WebhookEdit.tsx').then((m) => ({ default: m.WebhookEdit }))),
  recordRepresentation: webhook.title,
};
