import { entityOf } from '../../../core/entities.ts';
import { defineResource } from '../../../layout/defineResource.tsx';

export const campaign = defineResource(entityOf('sms'), ['messaging'], {
  list: () => import('./CampaignList.tsx').then((m) => m.CampaignList),
  // With its plan, its charts, and dialogs to schedule and repeat it.
  show: [
    () => import('./CampaignShow.tsx').then((m) => m.CampaignShow),
    ['messaging', 'approval', 'reviews', 'compose', 'sheets', 'dashboard'],
  ],
});
