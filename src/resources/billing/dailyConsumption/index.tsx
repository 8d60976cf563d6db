import { entityOf } from '../../../core/entities.ts';
import { defineResource } from '../../../layout/defineResource.tsx';

export const dailyConsumption = defineResource(entityOf('wallet/daily-consumption'), ['dashboard'], {
  list: () => import('./DailyConsumptionPage.tsx').then((m) => m.DailyConsumptionPage),
});
