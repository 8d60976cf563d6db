import { entityOf } from '../../../core/entities.ts';
import { defineResource } from '../../../layout/defineResource.tsx';

export const campaign = defineResource(entityOf('sms'), {
  list: () => import('./CampaignList.tsx').then((m) => m.CampaignList),
  show: () => import('./CampaignShow.tsx').then((m) => m.CampaignShow),
});
