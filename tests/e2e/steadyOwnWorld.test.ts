import { afterAll, beforeAll, expect, test } from 'vitest';
import { VIBER_SENDING } from '#schema/channel.ts';
import { viberInput } from '../support/httpOperator.ts';
import { type RunningSimulator, startSimulator } from '../support/simulator.ts';
import { soon } from '../support/soon.ts';
import { expectSteady } from './steadyPages.ts';
import * as steps from './steps.ts';
import { post } from './visit.ts';
import { startWorld, type World } from './world.ts';

let world: World;
let viber: RunningSimulator;
let campaign: string;
let webhook: string;

/** Sends one message over Viber, by SMS after a minute. */
async function sendOverViber(identity: string): Promise<string> {
  const { results } = await world.server.call<{ results: { uuid: string }[] }>('GET', '/v1/sms/identities/');
  const { uuid } = await post<{ uuid: string }>(world, '/v1/sms/compose/', {
    ...{ name: 'Over Viber', body: 'The shop opens at ten.', sender: results[0]?.uuid },
    ...{ channel: 'viber', viber_identity: identity, fallback_minutes: 1, max_cost: 100_000 },
    recipients: { numbers: ['9841239001', '9803334455'] },
  });
  await soon(async () => {
    const { data } = await world.server.call<{ data: { delivered: number } }>(
      'GET',
      `/v1/sms/compose/${uuid}/`,
    );
    expect(data.delivered).toBe(2);
  });
  return uuid;
}

/** Adds a webhook with a long address, which nobody answers at. */
async function addWebhook(): Promise<string> {
  const { uuid } = await post<{ uuid: string }>(world, '/v1/autho/webhooks/', {
    url: 'https://hooks.himal.invalid/a/rather/long/address/of/callbacks/that/takes/many/lines',
    ...{ events: ['message.delivered', 'campaign.completed'], is_active: true },
  });
  return uuid;
}

beforeAll(async () => {
  viber = await startSimulator({ protocol: 'http', undelivered: 0, 'receipt-after': 50 });
  world = await startWorld({ environment: { OPERATOR_ALLOW_PRIVATE: 'true' } });
  const { server } = world;
  await server.signIn(steps.CUSTOMER, steps.PASSWORD);
  const { data } = await server.call<{ data: { account: { uuid: string } } }>(
    'GET',
    '/v1/autho/user/profile/',
  );
  const account = data.account.uuid;
  await server.call('PUT', '/v1/autho/team/approval/', { above: 500 });
  await server.signIn(steps.ADMIN, steps.PASSWORD, '/v1/login/admin/');
  await server.call('POST', '/v1/admin/operator-links/', viberInput(viber.url));
  await server.call('POST', '/v1/admin/product-pricing/', {
    ...{ account, operator: null, price: 120, viber_price: 150, release_undelivered: false },
  });
  const name = 'Himal Offers';
  const { uuid } = await post<{ uuid: string }>(world, '/v1/admin/viber-identities/', { account, name });
  await server.call('POST', `/v1/admin/viber-identities/${uuid}/decide/`, { status: 'approved' });
  await server.signIn(steps.CUSTOMER, steps.PASSWORD);
  webhook = await addWebhook();
  campaign = await sendOverViber(uuid);
  await soon(async () => {
    const { results } = await server.call<{ results: { attempts: number }[] }>(
      'GET',
      '/v1/autho/webhook-deliveries/',
    );
    expect(results.length).toBeGreaterThan(0);
    expect(results.every(({ attempts }) => attempts > 0)).toBe(true);
  });
});
afterAll(async () => {
  await world?.close();
  await viber?.kill();
});

test.each([390, 1180])(
  '%i px: the channel of a message has its place before its identities come',
  async (width) => {
    await expectSteady(world, {
      ...{ as: steps.CUSTOMER, path: '/sms/bulk-sms', width, held: new RegExp(VIBER_SENDING) },
      ...{ until: '.compose-channel[aria-busy="true"]', parts: '.compose-card > *' },
    });
  },
);

test.each([390, 1180])('%i px: the results of a campaign over Viber have their place', async (width) => {
  await expectSteady(world, {
    ...{ as: steps.CUSTOMER, path: `/sms/${campaign}/show`, width, held: /\/results\/$/ },
    ...{ until: '.campaign-results[aria-busy="true"]', parts: '.campaign > *, .crud-record' },
  });
});

test('the note about approval keeps the place of the team, whichever limit there is', async () => {
  await expectSteady(world, {
    ...{ as: steps.CUSTOMER, path: '/team', width: 768, held: /\/team\/approval\// },
    ...{ until: '.team-approval[aria-busy="true"]', parts: '.team-approval, .crud-list' },
  });
});

test('addresses of webhooks have two lines before they come, and after', async () => {
  await expectSteady(world, {
    ...{ as: steps.CUSTOMER, path: '/settings/webhook-deliveries', width: 768 },
    ...{ held: /\/v1\/autho\/webhooks\/\?/, until: '.webhook-url .crud-skeleton' },
    parts: '.crud-rows tr, .webhook-url, .webhook-url .crud-late',
  });
});

test('the deliveries to a webhook come below a head that has the place of its link', async () => {
  await expectSteady(world, {
    ...{ as: steps.CUSTOMER, path: `/settings/webhooks/${webhook}/show`, width: 768 },
    ...{ held: /webhook-deliveries/, until: '.webhook-log .crud-rows[data-pending]' },
    parts: '.webhook-log > header, .webhook-log thead',
  });
});
