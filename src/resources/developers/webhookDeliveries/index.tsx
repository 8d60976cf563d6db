import { entityOf } from '../../../core/entities.ts';
import { defineResource } from '../../../layout/defineResource.tsx';

export const webhookDelivery = defineResource(entityOf('settings/webhook-deliveries'), ['developers'], {
  list: () => import('./DeliveryList.tsx').then((m) => m.DeliveryList),
});
