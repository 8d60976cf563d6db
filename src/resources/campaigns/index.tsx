import type { ResourceProps } from 'ra-core';
import { lazy } from 'react';
import { campaign } from '#schema/campaign.ts';

export const campaignResource: ResourceProps = {
  name: campaign.name,
  list: lazy(() => import('./CampaignList.tsx').then((m) => ({ default: m.CampaignList }))),
  show: lazy(() => import('./CampaignShow.tsx').then((m) => ({ default: m.CampaignShow }))),
  recordRepresentation: campaign.title,
};
