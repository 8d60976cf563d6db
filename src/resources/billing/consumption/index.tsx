import { entityOf } from '../../../core/entities.ts';
import { defineResource } from '../../../layout/defineResource.tsx';

export const consumption = defineResource(entityOf('sms/consumption-history'), {
  list: () => import('./ConsumptionList.tsx').then((m) => m.ConsumptionList),
});
