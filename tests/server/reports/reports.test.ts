import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Report } from '#schema/report.ts';
import { ownReportKinds, reportKinds } from '#schema/reportKinds.ts';
import { openDatabase } from '../../../server/db/database.ts';
import { addDaily, type Daily } from '../../../server/services/sending/daily.ts';
import { keepMessageUse } from '../../../server/services/sending/messageUse.ts';
import { applyOutcomes, type Outcome } from '../../../server/services/sending/outcomes.ts';
import { expireUnknown } from '../../../server/services/sending/receiptSweep.ts';
import { reapDeadWorkers } from '../../../server/services/sending/workers.ts';
import { createTestApp, type TestApp, type User } from '../../support/app.ts';
import { audit } from '../../support/audit.ts';
import { type ClaimedCampaign, claimCampaign } from '../../support/claimedCampaign.ts';
import { createRandom } from '../../support/random.ts';

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterEach(() => audit(world.db));
afterAll(() => world.close());

const STAFF = '/v1/admin/reports/';
const OWN = '/v1/core/reports/';
/** Wide enough for a run that lasts over midnight. */
const day = (plus: number) => new Date(Date.now() + plus * 86_400_000).toISOString().slice(0, 10);
const period = { from: day(-2), until: day(2) };

const ask = (as: User | null, path: string, query: Record<string, string>) =>
  world.call<{ data: Report }>(as, 'GET', `${path}?${new URLSearchParams({ ...period, ...query })}`);
async function report(by: string, query: Record<string, string> = {}, as: User = 'admin', path = STAFF) {
  const answer = await ask(as, path, { by, ...query });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
}
const shown = ({ rows }: Report) =>
  rows.map(({ key, sent, delivered, failed }) => [key, sent, delivered, failed]);

async function expected(key: string): Promise<unknown[]> {
  const { rows } = await sql<{ key: string; sent: number; delivered: number; failed: number }>`
    SELECT ${sql.raw(key)}::text AS key, count(*)::int AS sent, count(*) FILTER (WHERE m.status = 'delivered')::int AS delivered,
      count(*) FILTER (WHERE m.status IN ('undelivered', 'expired', 'rejected'))::int AS failed
    FROM message m JOIN campaign c ON c.uuid = m.campaign WHERE m.status NOT IN ('queued', 'cancelled')
    GROUP BY 1 ORDER BY 1`.execute(world.db);
  return rows.map((row) => [row.key, row.sent, row.delivered, row.failed]);
}
async function failures(): Promise<unknown[]> {
  const { rows } = await sql<{ key: string; failed: number }>`
    SELECT coalesce(error, status) AS key, count(*)::int AS failed FROM message
    WHERE status IN ('undelivered', 'expired', 'rejected') GROUP BY 1 ORDER BY 1`.execute(world.db);
  return rows.map(({ key, failed }) => [key, 0, 0, failed]);
}

const ofMessages = {
  day: `nepal_day(coalesce(m.submitted_at, m.finished_at))`,
  hour: `nepal_hour(coalesce(m.submitted_at, m.finished_at))`,
  account: 'm.account',
  operator: 'm.operator',
  link: 'm.link',
  sender: 'c.sender',
};
const byKey = (rows: unknown[]) => (rows as [string][]).toSorted(([one], [other]) => (one < other ? -1 : 1));

async function compareAll(): Promise<void> {
  for (const [by, key] of Object.entries(ofMessages))
    expect(byKey(shown(await report(by))), by).toEqual(byKey(await expected(key)));
  expect(byKey(shown(await report('reason'))), 'reason').toEqual(byKey(await failures()));
}

const phones = (count: number): string[] =>
  Array.from({ length: count }, (_, n) => (n % 3 === 0 ? `98010000${10 + n}` : `98410000${10 + n}`));

describe('the figures', () => {
  test.each([1, 2])('are those of the messages after any course of events (seed %i)', async (seed) => {
    const random = createRandom(seed);
    const open: { handed: ClaimedCampaign; sent: number[] }[] = [];
    for (let step = 0; step < 14; step++) {
      const kind = random.pick(['hand', 'receive', 'receive', 'receive', 'reap', 'expire', 'keep'] as const);
      if (kind === 'hand' || open.length === 0) {
        const handed = await claimCampaign(world, phones(6));
        const outcomes = handed.messages.map((_, n) => [
          n,
          random.pick(['submitted', 'submitted', 'submitted', 'rejected', 'unknown', 'queued'] as const),
        ]);
        const some = Object.fromEntries(outcomes.filter(() => random.chance(0.9)));
        await handed.record(some);
        const sent = Object.keys(some).map(Number);
        open.push({ handed, sent: sent.filter((n) => some[n] === 'submitted') });
      } else if (kind === 'receive') {
        const { handed, sent } = random.pick(open);
        const states = ['delivered', 'delivered', 'undelivered', 'expired', 'rejected'] as const;
        await handed.receive(Object.fromEntries(random.some(sent, 0.6).map((n) => [n, random.pick(states)])));
      } else if (kind === 'reap') await reapDeadWorkers(world.db);
      else if (kind === 'expire') await expireUnknown(world.db, 0);
      else await keepMessageUse(world.db);
      await audit(world.db);
    }
    await compareAll();
  });

  test('follow a late receipt from one reason to the next, and to none', async () => {
    const mine = await world.newCustomers();
    const handed = await claimCampaign(mine, phones(2));
    await handed.record({ 0: 'submitted', 1: 'submitted' });
    const account = mine.accounts.customer;
    const reasons = async () =>
      shown(await report('reason', { account })).map(([key, , , failed]) => [key, failed]);
    await handed.receive({ 0: 'expired', 1: 'expired' });
    expect(await reasons()).toEqual([['expired', 2]]);
    await handed.receive({ 0: 'undelivered', 1: 'delivered' });
    expect(await reasons()).toEqual([['undelivered', 1]]);
    expect(shown(await report('sender', { account }))).toEqual([['DEMO', 2, 1, 1]]);
  });

  test('are read without the messages, and stay when retention has removed them', async () => {
    const kept = await claimCampaign(world, phones(3));
    await kept.record({ 0: 'submitted', 1: 'rejected', 2: 'submitted' });
    await keepMessageUse(world.db);
    const fresh = await claimCampaign(world, phones(3));
    await fresh.record({ 0: 'submitted', 1: 'rejected', 2: 'submitted' });
    await fresh.receive({ 0: 'delivered' });
    const all = () => Promise.all(reportKinds.map((by) => report(by)));
    const before = await all();
    await sql`ALTER TABLE message RENAME TO message_kept`.execute(world.db);
    try {
      expect(await all()).toEqual(before);
      await sql`CREATE TABLE message (LIKE message_kept)`.execute(world.db);
      await sql`INSERT INTO message_use_due SELECT DISTINCT made FROM message_use_now`.execute(world.db);
      await keepMessageUse(world.db);
      expect(await due()).toBe(0);
      expect(await all()).toEqual(before);
    } finally {
      await sql`DROP TABLE IF EXISTS message`.execute(world.db);
      await sql`ALTER TABLE message_kept RENAME TO message`.execute(world.db);
    }
  });
});

/** As a server of an earlier version leaves it: its messages are not counted, and their days are due. */
async function forget(): Promise<void> {
  await sql`TRUNCATE message_use, message_use_change`.execute(world.db);
  await sql`INSERT INTO message_use_due SELECT DISTINCT uuid_day(uuid) FROM message ON CONFLICT DO NOTHING`.execute(
    world.db,
  );
}
const due = async (): Promise<number> =>
  (await sql`SELECT FROM message_use_due`.execute(world.db)).rows.length;

describe('messages of an earlier version', () => {
  test('are counted once no such server runs any more', async () => {
    const handed = await claimCampaign(world, phones(3));
    await handed.record({ 0: 'submitted', 1: 'rejected', 2: 'unknown' });
    await forget();
    await sql`
      INSERT INTO server_process (uuid, role, host, pid) VALUES (${randomUUID()}, 'all', 'elsewhere', 1)`.execute(
      world.db,
    );
    await keepMessageUse(world.db);
    expect(await report('hour')).toMatchObject({ rows: [], is_counting: true });
    // A server of this version counts its own at the same time: two of these are added up already, two are not.
    for (const isLast of [false, true]) {
      const own = await claimCampaign(world, phones(2));
      await own.record({ 0: 'submitted', 1: 'rejected' });
      if (!isLast) await keepMessageUse(world.db);
    }
    expect((await report('hour')).total.sent).toBe(4);
    // The day's own figures come from another table.
    expect((await report('day')).rows.length).toBeGreaterThan(0);
    expect(await due()).toBeGreaterThan(30);

    await sql`DELETE FROM server_process`.execute(world.db);
    await keepMessageUse(world.db);
    expect(await due()).toBe(0);
    expect((await report('hour')).is_counting).toBe(false);
    await compareAll();
  });

  test('are counted exactly while others are being recorded', async () => {
    const handed = await claimCampaign(world, phones(2));
    const other = await claimCampaign(world, phones(2));
    await other.record({ 0: 'submitted', 1: 'submitted' });
    await forget();
    const second = openDatabase(world.url, 2, () => {});
    const outcomes = handed.messages.map(
      ({ uuid, hand }): Outcome => ({ uuid, hand, status: 'rejected', error: 'ESME_RINVDSTADR' }),
    );
    await second.db.transaction().execute(async (trx) => {
      const daily: Daily = [];
      await applyOutcomes(trx, daily, handed.worker, outcomes);
      await addDaily(trx, daily);
      // Neither waits for the other.
      await keepMessageUse(world.db);
      expect(await due()).toBe(0);
    });
    await second.close();
    await compareAll();
    await keepMessageUse(world.db);
    await compareAll();
  });
});

describe('a report', () => {
  test('of the own account has only that, and no accounts or links', async () => {
    const others = await claimCampaign(world, phones(3));
    await others.record({ 0: 'submitted', 1: 'rejected', 2: 'submitted' });
    const mine = await world.newCustomers();
    const handed = await claimCampaign(mine, phones(3));
    await handed.record({ 0: 'submitted', 1: 'rejected', 2: 'submitted' });
    await handed.receive({ 0: 'delivered' });
    const asOwner = (query: Record<string, string>, path = OWN) =>
      mine.call<{ data: Report }>(
        'customer',
        'GET',
        `${path}?${new URLSearchParams({ ...period, ...query })}`,
      );
    const own = async (by: string) => (await asOwner({ by })).body.data;
    expect(shown(await own('sender'))).toEqual([['DEMO', 3, 1, 1]]);
    expect(shown(await own('reason'))).toEqual([['ESME_RSUBMITFAIL', 0, 0, 1]]);
    const byOperator = await own('operator');
    expect(byOperator.rows.map(({ key }) => key)).toEqual(['ntc', 'ncell']);
    expect(byOperator.total).toMatchObject({ sent: 3, delivered: 1, failed: 1, parts: 2, amount: 271.2 });
    for (const by of reportKinds) {
      const { status } = await asOwner({ by });
      expect([by, status]).toEqual([by, (ownReportKinds as readonly string[]).includes(by) ? 200 : 400]);
    }
    const another = { by: 'day', account: world.accounts.other };
    expect((await asOwner(another)).status).toBe(400);
    expect((await asOwner(another, STAFF)).status).toBe(403);
    // Staff see it among the accounts, and alone.
    const account = mine.accounts.customer;
    expect((await report('account')).rows).toContainEqual(
      expect.objectContaining({ key: account, name: 'Himal Traders', sent: 3, amount: 271.2 }),
    );
    const alone = await report('operator', { account, operator: 'ncell' });
    expect(alone).toMatchObject({ account_name: 'Himal Traders', count: 1, total: { sent: 1 } });
    expect(shown(await report('sender', { account, operator: 'ncell' }))).toEqual([['DEMO', 1, 1, 0]]);
  });

  test('exports all rows with words and rupees', async () => {
    const mine = await world.newCustomers();
    const handed = await claimCampaign(mine, phones(3));
    await handed.record({ 0: 'submitted', 1: 'rejected', 2: 'submitted' });
    await handed.receive({ 2: 'expired' });
    const file = async (path: string, as: User, query: object) =>
      mine.call(as, 'GET', `${path}export/?${new URLSearchParams({ ...period, ...query })}`);
    const own = await file(OWN, 'customer', { by: 'operator' });
    expect(own.headers['content-disposition']).toContain(
      `report by operator ${period.from} ${period.until}.csv`,
    );
    expect(own.text).toBe(
      [
        '\ufeffoperator,sent,test,delivered,failed,parts,amount (Rs.)',
        'ntc,2,0,0,2,1,1.356',
        'ncell,1,0,0,0,1,1.356',
        '',
      ].join('\r\n'),
    );
    const account = mine.accounts.customer;
    const reasons = await file(STAFF, 'support', { by: 'reason', account });
    expect(reasons.text.split('\r\n').slice(1, 3)).toEqual([
      'The operator refused it without a reason (ESME_RSUBMITFAIL),1',
      'Expired,1',
    ]);
    const accounts = await file(STAFF, 'admin', { by: 'account', account });
    expect(accounts.text.split('\r\n').slice(1)).toEqual([`Himal Traders,${account},3,0,0,2,2,2.712`, '']);
    const { rows } = await sql<{ entity: string; after: object }>`
      SELECT entity, after FROM audit_entry WHERE action = 'export' ORDER BY uuid DESC LIMIT 3`.execute(
      world.db,
    );
    expect(rows.map(({ entity }) => entity)).toEqual(['admin/reports', 'admin/reports', 'reports']);
    expect(rows[0]?.after).toMatchObject({ filter: { by: 'account', account }, rows: 1, complete: true });
  });

  test('counts what went to the simulator', async () => {
    const handed = await claimCampaign(world, phones(1));
    await handed.record({ 0: 'submitted' });
    await sql`UPDATE operator_link SET is_simulator = true WHERE name = 'operator'`.execute(world.db);
    const { total } = await report('link');
    await sql`UPDATE operator_link SET is_simulator = false WHERE name = 'operator'`.execute(world.db);
    expect(total.sent).toBeGreaterThan(0);
    expect(total.test).toBe(total.sent);
    expect((await report('link')).total.test).toBe(0);
  });

  test.each([
    [{ by: 'week' }, 'by'],
    [{ by: 'day', from: 'soon' }, 'from'],
    [{ by: 'day', from: day(1), until: day(0) }, 'until'],
    [{ by: 'day', from: day(-366), until: day(0) }, 'until'],
    [{ by: 'day', operator: 'none' }, 'operator'],
    [{ by: 'day', account: 'x' }, 'account'],
  ])('refuses %o', async (query, field) => {
    const answer = await ask('admin', STAFF, query as Record<string, string>);
    expect(answer.status).toBe(400);
    expect(Object.keys((answer.body as unknown as { errors: object }).errors)).toEqual([field]);
    expect((await ask('admin', STAFF, { by: 'day', from: day(-365), until: day(0) })).status).toBe(200);
  });
});
