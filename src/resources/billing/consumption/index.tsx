import { entityOf } from '../../../core/entities.ts';
import { defineResource } from '../../../layout/defineResource.tsx';
import { screen } from '../../../start/screen.ts';

export const consumption = defineResource(entityOf('sms/consumption-history'), {
  list: screen(() => import('./ConsumptionList.tsx').then((m) => ({ default: m.ConsumptionList }))),
});
