import type { ResourceProps } from 'ra-core';
import { entityOf } from '../../../core/entities.ts';
import { screen } from '../../../start/screen.ts';

const webhookDelivery = entityOf('settings/webhook-deliveries');

export const webhookDeliveryResource: ResourceProps = {
  name: webhookDelivery.name,
  list: screen(() => import('./DeliveryList.tsx').then((m) => ({ default: m.DeliveryList }))),
};
