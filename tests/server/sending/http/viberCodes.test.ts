import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { httpInput } from '../../../support/httpOperator.ts';
import { LINKS, type LinkWorld, startLinkWorld } from '../../../support/linkWorld.ts';
import { type RunningSimulator, startSimulator } from '../../../support/simulator.ts';
import { soon } from '../../../support/soon.ts';
import { allowViber } from '../../../support/viberWorld.ts';

let operator: RunningSimulator;
let world: LinkWorld | undefined;

beforeAll(async () => {
  operator = await startSimulator({ protocol: 'http', undelivered: 0, 'receipt-after': 20 });
});
afterAll(() => operator?.kill());

test.each(['callback', 'poll'] as const)(
  'a number from Viber is recorded as a status of Viber: %s',
  async (http_receipts) => {
    world = await startLinkWorld([], { isHttp: true });
    try {
      const viber_identity = await allowViber(world);
      for (const channel of ['sms', 'viber']) {
        const http_url = `${operator.url}/${channel}/`;
        const input = { ...httpInput(channel, operator.url, { http_url, http_receipts }), channel };
        expect((await world.call('admin', 'POST', LINKS, input)).status).toBe(201);
      }
      for (const name of ['sms', 'viber']) await world.becomes(name, 'bound');
      const over = { channel: 'viber', viber_identity, fallback_minutes: null };
      const uuids = [
        // Does not use Viber; has blocked the sender.
        await world.send(['9841230007', '9841230008'], over),
        // The SMS of this one is not delivered.
        await world.send(['9841230001']),
      ];
      const errors = sql<{ number: string; error: string | null }>`
      SELECT right(phone, 4) AS number, error FROM message
      WHERE campaign = ANY(${uuids}) ORDER BY phone`;
      await soon(async () =>
        expect((await errors.execute(world!.db)).rows).toEqual([
          { number: '0001', error: '001' },
          { number: '0007', error: 'VIBER_9' },
          { number: '0008', error: 'VIBER_8' },
        ]),
      );
    } finally {
      await world.close();
    }
  },
);
