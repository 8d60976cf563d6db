import { expect, it } from 'vitest';
import type { Campaign } from '#schema/campaign.ts';
import { draftOfCampaign } from '../../../src/resources/messaging/compose/prefill.ts';
import { aCampaign } from '../support/messagingConsole.tsx';

it.each([
  { trial: true, isUrgent: false },
  { trial: false, isUrgent: true },
  { trial: undefined, isUrgent: true },
])('a copy of an urgent campaign (trial: $trial) is urgent: $isUrgent', ({ trial, isUrgent }) => {
  expect(draftOfCampaign(aCampaign({ urgent: true, trial }) as unknown as Campaign).isUrgent).toBe(isUrgent);
});
