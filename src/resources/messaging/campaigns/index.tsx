import { entityOf } from '../../../core/entities.ts';
import { defineResource } from '../../../layout/defineResource.tsx';
import { screen } from '../../../start/screen.ts';

export const campaign = defineResource(entityOf('sms'), {
  list: screen(() => import('./CampaignList.tsx').then((m) => ({ default: m.CampaignList }))),
  show: screen(() => import('./CampaignShow.tsx').then((m) => ({ default: m.CampaignShow }))),
});
