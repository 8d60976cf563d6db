import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { webhook } from '#schema/webhook.ts';
import { sign } from '../../../server/services/webhooks/post.ts';
import { audit } from '../../support/audit.ts';
import { acceptCampaign, sendAll } from '../../support/outcomes.ts';
import { setUpWebhooks, until } from './webhookSetup.ts';

const setup = setUpWebhooks();
const { failed, start, hook, log, take } = setup;

describe('what becomes of messages', () => {
  test('is told once for each, up to 500 in a request, signed by their webhook’s secret', async () => {
    const { secret } = await hook();
    const { uuid } = await acceptCampaign(setup.world, 1100);
    await sendAll(setup.world.db, uuid, { rejected: 7, batch: 300 });
    start();
    await until(() => expect(setup.receiver.events()).toHaveLength(1101));
    const events = setup.receiver.events();
    const count = (type: string) => events.filter((event) => event.type === type).length;
    expect(count('message.delivered')).toBe(1093);
    expect(count('message.rejected')).toBe(7);
    expect(new Set(events.map(({ id }) => id)).size).toBe(1101);
    expect(setup.receiver.received.map(({ json }) => json.data.length).sort((a, b) => b - a)).toEqual([
      500, 500, 101,
    ]);
    expect(events.find(({ type }) => type === 'campaign.completed')?.data).toMatchObject({
      ...{ uuid, name: 'Offer', status: 'completed', recipients: 1100, rejected: 7 },
    });
    const rejected = events.find(({ type }) => type === 'message.rejected');
    expect(rejected?.data).toMatchObject({
      ...{ campaign: uuid, status: 'rejected', error: 'ESME_RINVDSTADR', parts: 1, submitted_at: null },
      phone: expect.stringMatching(/^\+977984101\d{4}$/),
      finished_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    });
    await until(async () =>
      expect((await log()).map(({ status, event_count }) => [status, event_count]).sort()).toEqual([
        ...[
          ['delivered', 101],
          ['delivered', 500],
          ['delivered', 500],
        ],
      ]),
    );
    for (const { headers, body } of setup.receiver.received) {
      const seconds = Number(headers['webhook-timestamp']);
      const signed = sign(secret, String(headers['webhook-id']), seconds, body);
      expect(headers['webhook-signature']).toBe(signed);
    }
    await audit(setup.world.db);
    expect(failed).toEqual([]);
  });

  test('is told only of what was asked for, and only while the webhook is on', async () => {
    await hook(['campaign.cancelled', 'message.rejected']);
    const off = await hook(['message.delivered']);
    await setup.world.call('customer', 'PUT', `${webhook.path}${off.uuid}/`, {
      ...{ url: off.url, events: off.events, is_active: false },
    });
    const sent = await acceptCampaign(setup.world, 3);
    await sendAll(setup.world.db, sent.uuid);
    const cancelled = await acceptCampaign(setup.world, 2);
    await setup.world.call('customer', 'POST', `/v1/sms/compose/${cancelled.uuid}/cancel/`);
    start();
    await until(() => expect(setup.receiver.events()).toHaveLength(1));
    expect(setup.receiver.events()[0]).toMatchObject({
      type: 'campaign.cancelled',
      data: { uuid: cancelled.uuid },
    });
  });

  test('is not kept for a webhook that was deleted meanwhile', async () => {
    const { uuid } = await hook();
    const sent = await acceptCampaign(setup.world, 3);
    await sendAll(setup.world.db, sent.uuid);
    await setup.world.call('customer', 'DELETE', `${webhook.path}${uuid}/`);
    expect(await take()).toEqual([]);
    const { rows } = await sql`SELECT FROM webhook_event`.execute(setup.world.db);
    expect(rows).toEqual([]);
  });
});
