import { entityOf } from '../../../core/entities.ts';
import { defineResource } from '../../../layout/defineResource.tsx';

export const colleague = defineResource(entityOf('team'), ['team', 'users', 'approval'], {
  list: () => import('./TeamList.tsx').then((m) => m.TeamList),
  show: () => import('./ColleagueShow.tsx').then((m) => m.ColleagueShow),
  create: () => import('./TeamForms.tsx').then((m) => m.ColleagueCreate),
  edit: () => import('./TeamForms.tsx').then((m) => m.ColleagueEdit),
});
