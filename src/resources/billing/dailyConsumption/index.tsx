import { entityOf } from '../../../core/entities.ts';
import { defineResource } from '../../../layout/defineResource.tsx';
import { screen } from '../../../start/screen.ts';

export const dailyConsumption = defineResource(entityOf('wallet/daily-consumption'), {
  list: screen(() => import('./DailyConsumptionPage.tsx').then((m) => ({ default: m.DailyConsumptionPage }))),
});
