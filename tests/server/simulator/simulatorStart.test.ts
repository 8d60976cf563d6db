import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Plan } from '#schema/compose.ts';
import { readConfig, simulates } from '../../../server/config.ts';
import { openDatabase } from '../../../server/db/database.ts';
import { migrate } from '../../../server/db/migrate.ts';
import { declareDemo } from '../../../server/demo/demo.ts';
import { PASSWORD, type Seeded, seed, users } from '../../support/app.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { failedStart, startServer } from '../../support/server.ts';
import { soon } from '../../support/soon.ts';

const OWN = { DATABASE_URL: 'postgresql://elsewhere/db' };
const OPERATOR = { SMPP_URL: 'smpp://user:password@operator.example:2775' };

test.for([
  [{}, true],
  [{ SIMULATOR: 'on' }, true],
  [{ SIMULATOR: 'off' }, false],
  [OPERATOR, false],
  [OWN, false],
  [{ ...OWN, SIMULATOR: 'off' }, false],
  [{ ...OWN, SIMULATOR: 'on' }, true],
  [{ ...OWN, ...OPERATOR }, false],
] as const)('with %o the simulator starts: %s', ([environment, starts]) => {
  expect(simulates(readConfig(environment))).toBe(starts);
});

test.for([
  [{ SIMULATOR: 'yes' }, [], 'SIMULATOR: on or off'],
  [{ SIMULATOR: '' }, [], 'SIMULATOR: on or off'],
  [{ SIMULATOR: 'on', ...OPERATOR }, [], 'SIMULATOR=on and SMPP_URL: one of both.'],
  [{ SIMULATOR: 'on', ...OWN }, ['--role', 'worker'], 'SIMULATOR=on is for one process that does everything'],
  [{ SIMULATOR: 'on', ...OWN }, ['--role', 'api'], 'SIMULATOR=on is for one process that does everything'],
] as const)('with %o %o the server does not start, and says why', async ([environment, args, sentence]) => {
  const { code, output } = await failedStart(environment, args);
  expect(output).toContain(sentence);
  expect([code, output.trim().split('\n').length]).toEqual([1, 1]);
});

describe('a server with a database of its own', () => {
  let database: TestDatabase;
  let db: Kysely<unknown>;
  let close: () => Promise<void>;
  let seeded: Seeded;
  beforeAll(async () => {
    database = await createTestDatabase();
    ({ db, close } = openDatabase(database.url, 2, () => {}));
    seeded = await seed(db);
  });
  afterAll(async () => {
    await close();
    await database.drop();
  });

  const links = async () =>
    (await sql<object>`SELECT name, managed_by, is_simulator FROM operator_link`.execute(db)).rows;

  test('starts the simulator only if configured, and removes it otherwise', async () => {
    const environment = { DATABASE_URL: database.url, LOG_LEVEL: 'info' };
    const asked = {
      ...{ name: 'Offer', sender: seeded.sender, body: 'Hello', recipients: { numbers: ['9801210100'] } },
    };
    const body = { ...asked, max_cost: 1000 };
    const without = await startServer(environment);
    try {
      expect(await links()).toEqual([]);
      await without.signIn(users.customer, PASSWORD);
      await expect(without.call('POST', '/v1/sms/compose/', body)).rejects.toThrow(/409.*"no_operator"/);
    } finally {
      await without.kill('SIGTERM');
    }

    const on = await startServer({ ...environment, SIMULATOR: 'on' });
    try {
      expect(await links()).toEqual([{ name: 'simulator', managed_by: 'environment', is_simulator: true }]);
      await on.signIn(users.customer, PASSWORD);
      const { data: plan } = await on.call<{ data: Plan }>('POST', '/v1/sms/compose/plan/', asked);
      expect(plan).toMatchObject({ test: true, is_free: true, cost: 0 });
      const { data: sent } = await on.call<{ data: { uuid: string } }>('POST', '/v1/sms/compose/', body);
      await soon(async () => {
        const { data } = await on.call<{ data: object }>('GET', `/v1/sms/compose/${sent.uuid}/`);
        expect(data).toMatchObject({ delivered: 1, test: true, captured: 0 });
      });
    } finally {
      // Killed: its worker dies without a word about its links.
      await on.kill('SIGKILL');
    }

    const off = await startServer({ ...environment, SIMULATOR: 'off' });
    try {
      expect(await links()).toEqual([]);
      expect(off.log()).toContain('its link is removed');
    } finally {
      await off.kill('SIGTERM');
    }
  });
});

/** A database of the version before, with what its simulator and an operator had sent. */
async function beforeUpgrade(
  name: string,
  work: (db: Kysely<unknown>, send: Send, upgrade: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const database = await createTestDatabase('template0');
  await migrate(database.url, '0006_owner_role');
  const { db, close } = openDatabase(database.url, 2, () => {});
  try {
    const { customer } = await seed(db);
    await sql`
      INSERT INTO operator_link (name, managed_by, host, port, system_id)
      VALUES (${name}, 'environment', '127.0.0.1', 2775, 'demo')`.execute(db);
    const send: Send = async (campaign, status, sent) => {
      await sql`
        WITH plan AS (
          INSERT INTO plan (account, request_hash, summary, used, expires_at)
          VALUES (${customer}, '', '{}', true, now()) RETURNING uuid
        ), campaign AS (
          INSERT INTO campaign (account, "user", name, status, sender, body, encoding, recipients, queued, delivered, parts,
            package_parts, cost, cost_exact, prices, plan, finished_at)
          SELECT ${customer}, u.uuid, ${campaign}, ${status}, 'DEMO', 'Hello', 'GSM-7', 2, ${2 - sent.length}, ${sent.length}, 2, 0, 271, 271.2, '{}',
            plan.uuid, CASE WHEN ${status} = 'completed' THEN now() END
          FROM plan, users u WHERE u.email = ${users.customer} RETURNING uuid
        )
        INSERT INTO message (account, campaign, phone, operator, parts, package_parts, amount, status, link, submitted_at)
        SELECT ${customer}, c.uuid, '+9779801210100', 'ncell', 1, 0, 135.6, 'delivered', link, now()
        FROM campaign c, unnest(${sent}::text[]) AS link`.execute(db);
    };
    await work(db, send, () => migrate(database.url));
  } finally {
    await close();
    await database.drop();
  }
}
type Send = (campaign: string, status: string, links: string[]) => Promise<void>;

const tests = async (db: Kysely<unknown>) =>
  (await sql<{ name: string }>`SELECT name FROM campaign WHERE test ORDER BY name`.execute(db)).rows.map(
    ({ name }) => name,
  );

describe('a database of the version before', () => {
  test('has the simulator’s messages marked as tests, in a demonstration unsent ones too', async () => {
    await beforeUpgrade('simulator', async (db, send, upgrade) => {
      await send('both', 'completed', ['simulator', 'user@operator']);
      await send('operator', 'completed', ['user@operator']);
      await send('simulator', 'completed', ['simulator', 'simulator']);
      await send('waiting', 'sending', []);
      await sql`
        INSERT INTO daily_use (account, day, operator, sent, delivered)
        SELECT account, day, operator, sent, delivered FROM daily_expected`.execute(db);
      await sql`INSERT INTO link_use (day, link, sent) VALUES (now(), 'simulator', 3)`.execute(db);
      await upgrade();
      expect(await tests(db)).toEqual(['simulator']);
      const { rows } = await sql<object>`SELECT sent, test FROM daily_use`.execute(db);
      expect(rows).toEqual([{ sent: 5, test: 2 }]);
      const { rows: links } = await sql<object>`SELECT is_simulator FROM operator_link`.execute(db);
      expect(links).toEqual([{ is_simulator: true }]);
      await declareDemo(db);
      expect(await tests(db)).toEqual(['simulator', 'waiting']);
    });
  });

  test('of a demonstration that has an operator, what waits is for the operator', async () => {
    await beforeUpgrade('user@operator', async (db, send, upgrade) => {
      await send('waiting', 'sending', []);
      await upgrade();
      await declareDemo(db);
      expect(await tests(db)).toEqual([]);
    });
  });
});
