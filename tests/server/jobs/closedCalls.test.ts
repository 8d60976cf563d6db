import type { ServerResponse } from 'node:http';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { webhook, webhookEvents } from '#schema/webhook.ts';
import { type Database, openDatabase } from '../../../server/db/database.ts';
import { startSecrets } from '../../../server/jobs/secrets.ts';
import { startWebhooks } from '../../../server/jobs/webhooks.ts';
import { gatewaysOf } from '../../../server/services/money/online/gateways.ts';
import { createOnlinePayments } from '../../../server/services/money/online/onlinePayments.ts';
import { createPoster } from '../../../server/services/webhooks/post.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { type EsewaServer, startEsewa } from '../../support/esewaServer.ts';
import { type KhaltiServer, startKhalti } from '../../support/khaltiServer.ts';
import { waitForLocks } from '../../support/locks.ts';
import { acceptCampaign, sendAll } from '../../support/outcomes.ts';
import { paymentEnvironment } from '../../support/paymentEnvironment.ts';
import { startReceiver } from '../../support/receiver.ts';
import { TEST_KEY } from '../../support/secretKey.ts';
import { soon } from '../../support/soon.ts';

// A process that stops closes its database while others have not answered it yet. What their answers would have changed is
// for the next process, so nobody needs to hear of an error.

let world: TestApp;
let esewa: EsewaServer;
let khalti: KhaltiServer;
/** Of the process that stops. */
let database: Database;
/** What it logged as an error. */
let errors: string[];
const log = pino({ level: 'error' }, { write: (line: string) => void errors.push(line) });
beforeAll(async () => {
  [esewa, khalti] = await Promise.all([startEsewa(), startKhalti()]);
  const environment = { WEBHOOK_ALLOW_PRIVATE: 'true', ...paymentEnvironment(esewa, khalti) };
  world = await createTestApp({ environment });
});
beforeEach(() => {
  errors = [];
  database = openDatabase(world.url, 4, () => {});
});
afterAll(() => Promise.all([world.close(), esewa.close(), khalti.close()]));

test('a webhook that is answered too late is called again by the next, without an error', async () => {
  const receiver = await startReceiver();
  const called: ServerResponse[] = [];
  receiver.answer = (response) => void called.push(response);
  const hook = { url: receiver.url, events: webhookEvents };
  expect((await world.call('customer', 'POST', webhook.path, hook)).status).toBe(201);
  await sendAll(world.db, (await acceptCampaign(world, 1)).uuid);
  const poster = createPoster({ allowPrivate: true });
  const sender = startWebhooks({ db: database.db, poster, deliverMail: async () => {}, log });
  await soon(() => expect(called).toHaveLength(1));
  await database.close();
  called[0]?.writeHead(204).end();
  await sender.stop();
  expect(errors).toEqual([]);
  const { rows } = await sql`SELECT status FROM webhook_delivery`.execute(world.db);
  expect(rows).toEqual([{ status: 'pending' }]);
  await receiver.close();
});

test('secrets that somebody has locked are encrypted by the next, without an error', async () => {
  await sql`DELETE FROM webhook`.execute(world.db);
  await sql`
    INSERT INTO webhook (account, "user", url, events, secret)
    SELECT account, uuid, 'https://example.com', '{}', 'whsec_plain' FROM users WHERE email = 'customer@demo.test'`.execute(
    world.db,
  );
  const { secrets, closed } = await world.db.transaction().execute(async (trx) => {
    await sql`SELECT FROM webhook FOR UPDATE`.execute(trx);
    const secrets = await startSecrets(database.db, { keys: TEST_KEY, file: undefined, log });
    await waitForLocks(world.db);
    return { secrets, closed: database.close() };
  });
  await Promise.all([secrets.stop(), closed]);
  expect(errors).toEqual([]);
});

test('a payment whose service answers too late is looked at by the next, without an error', async () => {
  const path = '/v1/credit/payment/credit_payment_initiate/';
  const started = await world.call<{ data: { uuid: string } }>('customer', 'POST', path, {
    ...{ amount: 250_000, method: 'khalti' },
  });
  const { uuid } = started.body.data;
  khalti.pay(uuid);
  await sql`UPDATE online_payment SET next_check_at = now() WHERE uuid = ${uuid}`.execute(world.db);
  const online = createOnlinePayments({
    ...{ db: database.db, log, deliverMail: async () => {} },
    gateways: async () => gatewaysOf(world.deps.config),
    seller: async () => ({ name: 'Demo Provider', pan: '600000000', address: 'Kathmandu' }),
  });
  khalti.mode('hold');
  const checked = online.recheck();
  await soon(() => expect(khalti.held()).toBe(1));
  await database.close();
  khalti.mode('up');
  await checked;
  expect(errors).toEqual([]);
  const { rows } = await sql`SELECT status FROM payment_reference WHERE uuid = ${uuid}`.execute(world.db);
  expect(rows).toEqual([{ status: 'pending' }]);
});
