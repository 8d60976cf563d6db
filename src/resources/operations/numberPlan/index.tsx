import { entityOf } from '../../../core/entities.ts';
import { defineResource } from '../../../layout/defineResource.tsx';
import { screen } from '../../../start/screen.ts';

export const numberPlan = defineResource(entityOf('admin/number-plan'), {
  list: screen(() => import('./NumberPlanList.tsx').then((m) => ({ default: m.NumberPlanList }))),
  create: screen(() => import('./NumberPlanForms.tsx').then((m) => ({ default: m.NumberPlanCreate }))),
  edit: screen(() => import('./NumberPlanForms.tsx').then((m) => ({ default: m.NumberPlanEdit }))),
});
