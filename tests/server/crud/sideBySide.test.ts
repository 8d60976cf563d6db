import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Campaign } from '#schema/campaign.ts';
import type { Plan } from '#schema/compose.ts';
import { LOCK_KEYS } from '../../../server/db/lockKeys.ts';
import { migrate, NewerSchema, requireSchema } from '../../../server/db/migrate.ts';
import { expandNext } from '../../../server/services/sending/campaigns.ts';
import { newWorker, reapDeadWorkers } from '../../../server/services/sending/workers.ts';
import { createTestApp, PASSWORD, type TestApp } from '../../support/app.ts';
import { audit } from '../../support/audit.ts';
import { take } from '../../support/claims.ts';
import { startServer } from '../../support/server.ts';
import { startSimulator } from '../../support/simulator.ts';
import { soon } from '../../support/soon.ts';

/** A version that this one does not know has migrated the database beside it. */
const NEWER = '9999_newer';
const REASON = `The database was migrated by a newer server (${NEWER}): start that version.`;

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterEach(() => sql`DELETE FROM kysely_migration WHERE name LIKE '9999%'`.execute(world.db));
afterAll(() => world.close());

/** Recipients of campaigns that are not accepted. */
let refusedCount = 0;

const migrateBeside = (name = NEWER) =>
  sql`INSERT INTO kysely_migration (name, timestamp) VALUES (${name}, '2030')`.execute(world.db);

const PATH = '/v1/sms/compose/';
/** None that ends as the simulator refuses or loses. */
let given = 0;
const phonesOf = (count: number) => Array.from({ length: count }, () => `98${42_010_100 + given++}`);

async function planned(count: number) {
  const body = {
    name: 'Side by side',
    sender: world.sender,
    body: 'Hello',
    recipients: { numbers: phonesOf(count) },
  };
  const { data: plan } = (await world.call<{ data: Plan }>('customer', 'POST', `${PATH}plan/`, body)).body;
  return { ...body, plan: plan.uuid, cost: plan.cost };
}
const send = (body: object) => world.call<{ data: Campaign; code?: string }>('customer', 'POST', PATH, body);

test('on a newer schema nothing is claimed, made into messages or accepted', async () => {
  const waiting = await planned(2);
  refusedCount += 2;
  const { data: campaign } = (await send(await planned(3))).body;
  while (await expandNext(world.db)) {}
  const { data: later } = (await send(await planned(2))).body;
  await migrateBeside();
  const worker = await newWorker(world.db);
  await expect(take(world.db, worker, campaign.uuid, 3)).rejects.toThrow(NewerSchema);
  await expect(expandNext(world.db)).rejects.toThrow(REASON);
  const refused = await send(waiting);
  expect([refused.status, refused.body.code]).toEqual([503, 'unavailable']);
  const { rows } = await sql<{ hands: number; messages: number; used: boolean }>`
    SELECT (SELECT count(*) FROM hand) AS hands, (SELECT count(*) FROM message WHERE campaign = ${later.uuid}) AS messages,
      used FROM plan WHERE uuid = ${waiting.plan}`.execute(world.db);
  expect(rows).toEqual([{ hands: 0, messages: 0, used: false }]);
  await audit(world.db);
});

test('beside a newer schema that its version may use, the server goes on, and starts', async () => {
  await migrateBeside('9999_notes_beside_0001');
  expect((await send(await planned(3))).status).toBe(201);
  while (await expandNext(world.db)) {}
  // As each claim does.
  await expect(world.db.transaction().execute(requireSchema)).resolves.toBeUndefined();
  expect((await world.call(null, 'GET', '/readyz')).status).toBe(200);
  await expect(migrate(world.url)).resolves.toBeUndefined();
  // One more needs a version that this one is not.
  await migrateBeside('9999_more_beside_9998');
  await expect(expandNext(world.db)).rejects.toThrow(NewerSchema);
  await expect(migrate(world.url)).rejects.toThrow('9999_more_beside_9998');
  await audit(world.db);
});

test('a migration waits for work that is being taken, and the next work sees the migration', async () => {
  const order: string[] = [];
  let begun = () => {};
  let end = () => {};
  const isTaking = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const canEnd = new Promise<void>((resolve) => {
    end = resolve;
  });
  const taking = world.db.transaction().execute(async (trx) => {
    await requireSchema(trx);
    begun();
    await canEnd;
    order.push('taken');
  });
  await isTaking;
  const migrating = world.db.transaction().execute(async (trx) => {
    await sql`SELECT pg_advisory_xact_lock(${LOCK_KEYS.schema})`.execute(trx);
    await sql`INSERT INTO kysely_migration (name, timestamp) VALUES (${NEWER}, '2030')`.execute(trx);
    order.push('migrated');
  });
  const waiters = async () => {
    const { rows } = await sql`
      SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = ${LOCK_KEYS.schema} AND NOT granted
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`.execute(world.db);
    return rows.length;
  };
  await soon(async () => expect(await waiters()).toBe(1));
  const late = world.db.transaction().execute(requireSchema);
  late.catch(() => {});
  await soon(async () => expect(await waiters()).toBe(2));
  end();
  await Promise.all([taking, migrating]);
  await expect(late).rejects.toThrow(NewerSchema);
  expect(order).toEqual(['taken', 'migrated']);
});

test('an old server beside a newer one ends what it has in hand, takes no more, and says why', async () => {
  const operator = await startSimulator({ undelivered: 0, latency: 1000 });
  const server = await startServer({
    DATABASE_URL: world.url,
    SMPP_URL: `${operator.url}?window=20`,
    DISPATCH_BATCH: '50',
  });
  try {
    await send(await planned(1000));
    await soon(async () => expect((await operator.stats()).messages).toBeGreaterThan(0));
    // Those of the campaign: others wait in the database too.
    await soon(async () => {
      const { rows } = await sql`SELECT FROM campaign WHERE expanding`.execute(world.db);
      expect(rows).toEqual([]);
    });
    await migrateBeside();
    const ready = async () => {
      const answer = await fetch(`${server.url}/readyz`);
      return [answer.status, await answer.json()];
    };
    expect(await ready()).toEqual([503, { status: 'not ready', reason: REASON }]);
    const left = async () => {
      const { rows } = await sql<{ waiting: number; hands: number; unknown: number }>`
        SELECT (SELECT sum(waiting) FROM campaign_queue) + (SELECT count(*) FROM message_retry) AS waiting,
          (SELECT count(*) FROM hand) AS hands, (SELECT count(*) FROM message_unknown) AS unknown`.execute(
        world.db,
      );
      return rows[0] as (typeof rows)[0];
    };
    await soon(async () => {
      // The newer version's workers would give up what is in a hand that nobody seems to hold.
      expect(await reapDeadWorkers(world.db)).toEqual({ unknown: 0, recorded: 0 });
      expect((await left()).hands).toBe(0);
      expect((await operator.stats()).sessions).toBe(0);
    });
    const { waiting, unknown } = await left();
    const { messages, duplicates } = await operator.stats();
    expect([messages + waiting, unknown, duplicates]).toEqual([given - refusedCount, 0, 0]);
    // More than a hand's would mean that it went on claiming.
    expect(waiting).toBeGreaterThan(0);
    // A claim that is refused stops the worker before the watch looks, which says so.
    await soon(async () => expect(server.log()).toContain(`${REASON} This process takes no more work.`));
    await soon(() =>
      expect(
        server.call('POST', '/v1/login/', { email: 'customer@demo.test', password: PASSWORD }),
      ).rejects.toThrow(': 503 '),
    );
    await soon(async () => {
      const { rows } = await sql`
        SELECT FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = 'bulk-sms-console queue'`.execute(world.db);
      expect(rows).toEqual([]);
    });
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    await audit(world.db);
  } finally {
    await server.kill('SIGTERM');
    await operator.kill();
  }
});
