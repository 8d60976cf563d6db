import { entityOf } from '../../../core/entities.ts';
import { defineResource } from '../../../layout/defineResource.tsx';

export const numberPlan = defineResource(entityOf('admin/number-plan'), ['catalogue'], {
  list: () => import('./NumberPlanList.tsx').then((m) => m.NumberPlanList),
  create: () => import('./NumberPlanForms.tsx').then((m) => m.NumberPlanCreate),
  edit: () => import('./NumberPlanForms.tsx').then((m) => m.NumberPlanEdit),
});
