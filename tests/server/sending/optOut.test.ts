import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { BlacklistNumber } from '#schema/blacklistNumber.ts';
import type { Campaign } from '#schema/campaign.ts';
import type { Plan } from '#schema/compose.ts';
import { type Database, openDatabase } from '../../../server/db/database.ts';
import { startWorker, type Worker } from '../../../server/jobs/worker.ts';
import { recordAnswer } from '../../../server/services/sending/optOut.ts';
import { createTestApp, type TestApp, type User } from '../../support/app.ts';
import { type RunningSimulator, startSimulator } from '../../support/simulator.ts';

const BLACKLIST = '/v1/core/sms/blacklist-numbers/';
const COMPOSE = '/v1/sms/compose/';
const settings = { DISPATCH_BATCH: 100 };
const PHONE = '+9779841500005';
const from = PHONE;

let world: TestApp;
let operator: RunningSimulator;
let database: Database;
let worker: Worker;
/** The worker's log, by lines. */
const logged: string[] = [];
/** The identity INFO, which both customers have. */
let shared: Record<'customer' | 'other', string>;

beforeAll(async () => {
  [world, operator] = await Promise.all([
    createTestApp(),
    startSimulator({ undelivered: 0, 'receipt-after': 20 }),
  ]);
  database = openDatabase(world.url, 10, () => {});
  const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(line) });
  worker = await startWorker(database, [{ name: 'operator', url: operator.url }], settings, log);
  const { rows } = await sql<{ uuid: string; account: string }>`
    INSERT INTO sender_identity (account, name, purpose, status)
    SELECT uuid, 'INFO', 'Notices', 'approved' FROM account WHERE uuid IN (${world.accounts.customer}, ${world.accounts.other})
    RETURNING uuid, account`.execute(world.db);
  const of = (account: string) => rows.find((row) => row.account === account)?.uuid as string;
  shared = { customer: of(world.accounts.customer), other: of(world.accounts.other) };
  await vi.waitFor(async () => expect((await operator.stats()).sessions).toBe(1), { timeout: 20_000 });
});
afterAll(async () => {
  await worker.stop();
  await operator.kill();
  await database.close();
  await world.close();
});
beforeEach(() => sql`TRUNCATE message CASCADE`.execute(world.db));
afterEach(() => sql`DELETE FROM blacklist_number`.execute(world.db));

const list = async (as: User = 'customer'): Promise<BlacklistNumber[]> =>
  (await world.call<{ results: BlacklistNumber[] }>(as, 'GET', BLACKLIST)).body.results;

const wanted = (sender: string) => ({
  name: 'Try',
  sender,
  body: 'Hello',
  recipients: { numbers: [PHONE] },
});
const plan = async (as: User = 'customer', sender = world.sender): Promise<Plan> => {
  const { status, body, text } = await world.call<{ data: Plan }>(
    as,
    'POST',
    `${COMPOSE}plan/`,
    wanted(sender),
  );
  expect(status, text).toBe(200);
  return body.data;
};

/** Sends a message to the number and waits until the operator has it. */
async function send(as: User, sender: string): Promise<void> {
  const { uuid, cost } = await plan(as, sender);
  const sent = await world.call<{ data: Campaign }>(as, 'POST', COMPOSE, {
    ...wanted(sender),
    plan: uuid,
    cost,
  });
  expect(sent.status, sent.text).toBe(201);
  const path = `${COMPOSE}${sent.body.data.uuid}/`;
  await expect
    .poll(async () => (await world.call<{ data: Campaign }>(as, 'GET', path)).body.data.delivered, {
      timeout: 20_000,
    })
    .toBe(1);
}

const answer = (text: string, to = 'DEMO') => recordAnswer(world.db, { from, to, text });

describe('STOP, from the handset through the operator to the next plan', () => {
  test('puts the number on the list before it is acknowledged, once, and START takes it off', async () => {
    expect(await operator.answer({ from, to: 'DEMO', text: ' Stop.' })).toBe(0);
    expect(await list()).toMatchObject([
      { phone: PHONE, source: 'opt-out', reason: 'Answered "Stop." to DEMO.' },
    ]);
    const [before] = await list();
    expect(await operator.answer({ from, to: 'DEMO', text: 'रोक्नुहोस्' })).toBe(0);
    expect(await list()).toEqual([before]);
    expect(await plan()).toMatchObject({
      recipients: 0,
      refused: { blacklisted: 1 },
      refused_rows: [
        {
          refusal: 'blacklisted',
          reason: expect.stringMatching(
            /^On the blacklist since \d{4}-\d\d-\d\d \(opt-out\): Answered "Stop\." to DEMO\.$/,
          ),
        },
      ],
    });

    expect(await operator.answer({ from, to: 'DEMO', text: 'सुरु' })).toBe(0);
    expect(await list()).toEqual([]);
    expect(await plan()).toMatchObject({ recipients: 1, refused: { blacklisted: 0 } });
  });

  test('the operator is asked to retry while the database cannot store it', async () => {
    await sql`ALTER TABLE blacklist_number ADD CONSTRAINT shut CHECK (phone <> ${sql.lit(PHONE)})`.execute(
      world.db,
    );
    const refused = await operator.answer({ from, to: 'DEMO', text: 'STOP' });
    expect(refused).toBe(0x64); // ESME_RX_T_APPN
    await sql`ALTER TABLE blacklist_number DROP CONSTRAINT shut`.execute(world.db);
    expect(await operator.answer({ from, to: 'DEMO', text: 'STOP' })).toBe(0);
    expect(await list()).toHaveLength(1);
  });

  test('a reason that is cut within a surrogate pair is still stored', async () => {
    expect(await answer(`STOP ${'😀'.repeat(30)}`)).toBe('added');
    expect((await list())[0]?.reason).toMatch(/^Answered "STOP 😀+" to DEMO\.$/u);
  });

  test('an answer that is more than the word changes nothing', async () => {
    expect(await operator.answer({ from, to: 'DEMO', text: 'Please do not stop!' })).toBe(0);
    expect(await list()).toEqual([]);
  });
});

describe('whom an answer is for', () => {
  test('the only account that has the name, whatever its case', async () => {
    expect(await answer('STOP', 'demo')).toBe('added');
    expect(await list()).toHaveLength(1);
    expect(await list('other')).toEqual([]);
  });

  test('of several accounts, the one whose message from there came last', async () => {
    expect(await answer('STOP', 'INFO')).toBe('unowned');
    await send('customer', shared.customer);
    await send('other', shared.other);
    expect(await answer('STOP', 'INFO')).toBe('added');
    expect(await list('other')).toMatchObject([{ phone: PHONE, source: 'opt-out' }]);
    expect(await list()).toEqual([]);

    await send('customer', shared.customer);
    expect(await answer('STOP', 'INFO')).toBe('added');
    expect(await list()).toHaveLength(1);
  });

  test.each([
    ['9801234567', ['9801234567', '9779801234567', '+9779801234567', '09801234567']],
    ['97714123456', ['97714123456', '014123456', '14123456']],
    ['16600122334', ['16600122334', '97716600122334']],
  ])(
    'the account of a number that is its sender ID, %s, as an operator may write it',
    async (name, spellings) => {
      await sql`INSERT INTO sender_identity (account, name, purpose, status)
      VALUES (${world.accounts.customer}, ${name}, 'Notices', 'approved')`.execute(world.db);
      for (const to of spellings) {
        expect([to, await answer('STOP', to)]).toEqual([to, 'added']);
        expect(await answer('START', to)).toBe('removed');
      }
      expect(await answer('STOP', `${name}1`)).toBe('unowned');
    },
  );

  test('the account whose message came from such a number last', async () => {
    const { rows } = await sql<{ uuid: string; account: string }>`
      INSERT INTO sender_identity (account, name, purpose, status)
      SELECT uuid, '9807654321', 'Notices', 'approved' FROM account
      WHERE uuid IN (${world.accounts.customer}, ${world.accounts.other})
      RETURNING uuid, account`.execute(world.db);
    const own = rows.find(({ account }) => account === world.accounts.other);
    await send('other', own?.uuid as string);
    expect(await answer('STOP', '9779807654321')).toBe('added');
    expect(await list('other')).toHaveLength(1);
  });

  test('nobody, where the address is no one’s', async () => {
    expect(await answer('STOP', 'NOBODY')).toBe('unowned');
    expect([...(await list()), ...(await list('other'))]).toEqual([]);
  });

  test('a name that is not approved owns nothing, and a short code has no blacklist', async () => {
    await sql`INSERT INTO sender_identity (account, name, purpose) VALUES (${world.accounts.other}, 'MINE', 'Notices')`.execute(
      world.db,
    );
    expect(await answer('STOP', 'MINE')).toBe('unowned');
    const writer = { from: '+97731001', to: 'DEMO' };
    expect(await recordAnswer(world.db, { ...writer, text: 'STOP' })).toBe('unreadable');
    expect(await recordAnswer(world.db, { ...writer, text: 'Hello' })).toBe('none');
  });

  test('nobody, where the number cannot be read: it is acknowledged, and the log names the number', async () => {
    expect(await operator.answer({ from: '+6591234567', to: 'DEMO', text: 'STOP' })).toBe(0);
    expect(logged.map((line) => JSON.parse(line))).toContainEqual(
      expect.objectContaining({ link: 'operator', outcome: 'unreadable', from: '+6591234567' }),
    );
  });
});

describe('an entry that somebody made', () => {
  test.each(['manual', 'import'])(
    'by %s is neither changed by STOP nor taken off by START',
    async (source) => {
      await sql`
      INSERT INTO blacklist_number (account, phone, reason, source)
      VALUES (${world.accounts.customer}, ${PHONE}, 'Court order', ${source})`.execute(world.db);
      const before = await list();
      expect(await answer('STOP')).toBe('kept');
      expect(await answer('START')).toBe('kept');
      expect(await list()).toEqual(before);
    },
  );

  test('START without any STOP is no mistake', async () => {
    expect(await answer('START')).toBe('kept');
  });
});

test('answers that come together make one entry', async () => {
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => answer('STOP')));
  expect(outcomes.toSorted()).toEqual(['added', ...Array.from({ length: 7 }, () => 'kept')]);
  expect(await list()).toHaveLength(1);
});
