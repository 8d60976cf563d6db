import { entityOf } from '../../../core/entities.ts';
import { defineResource } from '../../../layout/defineResource.tsx';
import { screen } from '../../../start/screen.ts';

export const webhookDelivery = defineResource(entityOf('settings/webhook-deliveries'), {
  list: screen(() => import('./DeliveryList.tsx').then((m) => ({ default: m.DeliveryList }))),
});
