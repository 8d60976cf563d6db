import { expect, test, vi } from 'vitest';
import type { Campaign } from '#schema/campaign.ts';
import { DASHBOARD_SUMMARY, dashboardSummary } from '#schema/dashboardSummary.ts';
import type { Overseen } from '#schema/oversight.ts';
import { ncell, ntc, patience } from '../../support/linkWorld.ts';
import { COMPOSE, STAFF, setUpSenderIds } from '../sending/senderStandingSetup.ts';

const setup = setUpSenderIds();

const approve = (...operators: string[]) =>
  setup.world.call('admin', 'PUT', `${STAFF}${setup.world.sender}/approvals/`, {
    approvals: operators.map((operator) => ({ operator, status: 'approved' })),
  });
const waiting = async () => {
  const { body } = await setup.world.call<{ data: unknown }>('support', 'GET', DASHBOARD_SUMMARY);
  return dashboardSummary.parse(body.data).queue.operators;
};
const overseen = async (uuid: string) =>
  (await setup.world.call<{ data: Overseen }>('support', 'GET', `/v1/admin/campaigns/${uuid}/`)).body.data;

test('staff see that messages wait because the operator has not approved their sender ID, and how many', async () => {
  const asked = setup.request({ recipients: { numbers: [...ntc(3), ...ncell(2)] } });
  const scheduled_at = new Date(Date.now() + 3_600_000).toISOString();
  const sent = await setup.world.call<{ data: Campaign }>('customer', 'POST', COMPOSE, {
    ...asked,
    scheduled_at,
  });
  const { uuid } = sent.body.data;
  await vi.waitFor(async () => expect((await setup.show(uuid)).status).toBe('scheduled'), patience);
  await approve('ntc');
  await setup.world.call('customer', 'POST', `${COMPOSE}${uuid}/schedule/`, { scheduled_at: null });
  await vi.waitFor(async () => expect((await setup.show(uuid)).queued).toBe(2), patience);
  expect(await waiting()).toMatchObject([
    { operator: 'ncell', count: 2, reason: 'unapproved', unapproved: 2 },
  ]);
  expect(await overseen(uuid)).toMatchObject({ unapproved_by: ['ncell'] });

  await approve('ntc', 'ncell');
  await vi.waitFor(async () => expect(await waiting()).toEqual([]), patience);
  expect(await overseen(uuid)).toMatchObject({ unapproved_by: [] });
});
