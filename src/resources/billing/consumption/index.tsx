import { entityOf } from '../../../core/entities.ts';
import { defineResource } from '../../../layout/defineResource.tsx';

export const consumption = defineResource(entityOf('sms/consumption-history'), ['messaging', 'dashboard'], {
  list: () => import('./ConsumptionList.tsx').then((m) => m.ConsumptionList),
});
