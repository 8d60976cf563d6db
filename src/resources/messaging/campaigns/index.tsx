import type { ResourceProps } from 'ra-core';
import { entityOf } from '../../../core/entities.ts';
import { screen } from '../../../start/screen.ts';

const campaign = entityOf('sms');

export const campaignResource: ResourceProps = {
  name: campaign.name,
  list: screen(() => import('./CampaignList.tsx').then((m) => ({ default: m.CampaignList }))),
  show: screen(() => import('./CampaignShow.tsx').then((m) => ({ default: m.CampaignShow }))),
  recordRepresentation: campaign.title,
};
