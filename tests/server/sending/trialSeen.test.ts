import { expect, test } from 'vitest';
import type { Campaign } from '#schema/campaign.ts';
import { setUpTrials } from './trialSetup.ts';

const setup = setUpTrials();

test('a campaign says that it was a free message of a trial', async () => {
  await setup.verified();
  const { body } = await setup.send();
  const path = `/v1/sms/compose/${body.data.campaign}/`;
  const shown = await setup.world.call<{ data: Campaign }>('customer', 'GET', path);
  expect(shown.body.data.trial).toBe(true);
});
