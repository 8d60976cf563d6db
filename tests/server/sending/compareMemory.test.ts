import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Campaign } from '#schema/campaign.ts';
import type { Plan } from '#schema/compose.ts';
import type { Failover } from '#schema/failover.ts';
import { expandNext } from '../../../server/services/sending/campaigns.ts';
import { compareMemory } from '../../../server/services/sending/failover/compare.ts';
import { identityOf } from '../../../server/services/sending/failover/identity.ts';
import { Memory } from '../../../server/services/sending/failover/memory.ts';
import { noticeMove, resumeIfSafe } from '../../../server/services/sending/failover/resume.ts';
import { newWorker } from '../../../server/services/sending/workers.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { audit } from '../../support/audit.ts';
import { LINK, take } from '../../support/claims.ts';
import { waitForLocks } from '../../support/locks.ts';

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterAll(async () => {
  await audit(world.db);
  await world.close();
});

const FAILOVER = '/v1/admin/failover/';
const PATH = '/v1/sms/compose/';
let given = 0;
async function campaign(count: number): Promise<Campaign> {
  const numbers = Array.from({ length: count }, () => `98${42_010_100 + given++}`);
  const body = { name: 'Sale', sender: world.sender, body: 'Hello', recipients: { numbers } };
  const call = <T>(path: string, more: object = {}) =>
    world.call<{ data: T }>('customer', 'POST', path, { ...body, ...more });
  const { data: plan } = (await call<Plan>(`${PATH}plan/`)).body;
  const { data } = (await call<Campaign>(PATH, { plan: plan.uuid, cost: plan.cost })).body;
  while (await expandNext(world.db)) {}
  return data;
}
const phonesOf = async ({ uuid }: Campaign): Promise<string[]> => {
  const { rows } = await sql<{ phone: string }>`
    SELECT phone FROM message WHERE campaign = ${uuid} ORDER BY uuid`.execute(world.db);
  return rows.map(({ phone }) => phone);
};
const show = async ({ uuid }: Campaign) =>
  (await world.call<{ data: Campaign }>('customer', 'GET', `${PATH}${uuid}/`)).body.data;
const state = async () => (await world.call<{ data: Failover | null }>('admin', 'GET', FAILOVER)).body.data;
const resume = () => world.call<{ data: Failover; code: string }>('admin', 'POST', `${FAILOVER}resume/`);

/** A process of the server that ran until now. */
async function process(host = 'elsewhere'): Promise<string> {
  const uuid = randomUUID();
  await sql`INSERT INTO server_process (uuid, role, host, pid) VALUES (${uuid}, 'worker', ${host}, 1)`.execute(
    world.db,
  );
  return uuid;
}

/** Sending went on in another database until now, or in this one before it was restarted. */
async function moved(cluster = 'another'): Promise<void> {
  const [own, database] = (await identityOf(world.db)).split(' ');
  const before = `${cluster === 'same' ? own : cluster} ${database} 1`;
  await sql`UPDATE sending_database SET identity = ${before}`.execute(world.db);
  await noticeMove(world.db);
}
const patience = () =>
  sql`UPDATE failover SET noticed_at = noticed_at - interval '1 minute'`.execute(world.db);
const handed = ({ uuid }: Campaign, hand: number, phones: readonly string[]) => {
  const memory = new Memory();
  memory.claimed(
    LINK,
    phones.map((phone) => ({ hand, campaign: uuid, phone })),
  );
  return memory;
};
const compare = async (uuid: string, memory: Memory, isOther = true) =>
  compareMemory(world.db, uuid, { identity: await identityOf(world.db), isOther }, memory);
const forget = () => sql`DELETE FROM server_process`.execute(world.db);

describe('after a failover', () => {
  test('what eight processes had handed over becomes unknown, though they compare at the same time', async () => {
    const sale = await campaign(400);
    const phones = await phonesOf(sale);
    const processes = await Promise.all(Array.from({ length: 8 }, () => process()));
    await moved();
    await Promise.all(
      processes.map((uuid, n) => compare(uuid, handed(sale, n + 1, phones.slice(n * 50, n * 50 + 50)))),
    );
    expect(await show(sale)).toMatchObject({ queued: 0, unknown: 400, status: 'completed' });
    expect(await state()).toMatchObject({ messages: 400, pending: 0, missing: [], resumed_at: null });
    await patience();
    expect(await resumeIfSafe(world.db)).toBe('needs a decision');
    expect((await resume()).status).toBe(200);
    expect((await resume()).body.code).toBe('conflict');
    await forget();
  });

  test('what a process notes while another makes its own unknown is not forgotten', async () => {
    const sale = await campaign(2);
    const [first, second] = await phonesOf(sale);
    const processes = [await process(), await process()] as const;
    await moved();
    let comparing = Promise.resolve();
    await world.db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ uuid: string; pid: number }>`
        SELECT uuid, pg_backend_pid() AS pid FROM failover WHERE resumed_at IS NULL FOR NO KEY UPDATE`.execute(
        trx,
      );
      comparing = compare(processes[0], handed(sale, 1, [first as string]));
      await waitForLocks(world.db);
      await sql`
        INSERT INTO failover_message (failover, campaign, phone, link, handed_at)
        VALUES (${rows[0]?.uuid}, ${sale.uuid}, ${second}, ${LINK}, now())`.execute(world.db);
    });
    await comparing;
    await compare(processes[1], new Memory());
    expect(await show(sale)).toMatchObject({ queued: 0, unknown: 2 });
    await resume();
    await forget();
  });

  test('claims are refused until it is resumed, and go on with what was not handed over', async () => {
    const sale = await campaign(6);
    const phones = await phonesOf(sale);
    const uuid = await process();
    await moved();
    const worker = await newWorker(world.db);
    await expect(take(world.db, worker, sale.uuid, 6)).rejects.toThrow('messages wait');
    const memory = handed(sale, 1, phones.slice(0, 3));
    // The operator refused it for now: it is not there.
    memory.notTaken({ hand: 1, campaign: sale.uuid, phone: phones[1] as string });
    await compare(uuid, memory);
    await resume();
    const taken = await take(world.db, worker, sale.uuid, 6);
    expect(taken.map(({ phone }) => phone).sort()).toEqual([phones[1], ...phones.slice(3)].sort());
    await forget();
  });

  test('resumes by itself when every process has compared and misses nothing, after a waiting time', async () => {
    const uuid = await process();
    await moved();
    await patience();
    expect(await resumeIfSafe(world.db)).toBe('needs a decision');
    expect((await state())?.missing).toMatchObject([{ role: 'worker', host: 'elsewhere' }]);
    await compare(uuid, new Memory());
    await sql`UPDATE failover SET noticed_at = now()`.execute(world.db);
    expect(await resumeIfSafe(world.db)).toBe('waits');
    await patience();
    expect(await resumeIfSafe(world.db)).toBe('goes on');
    await forget();
  });

  test('resumes at once when every process has compared and the former database cannot have had more', async () => {
    const uuid = await process();
    await moved();
    expect(await resumeIfSafe(world.db, true)).toBe('waits');
    await compare(uuid, new Memory());
    expect(await resumeIfSafe(world.db)).toBe('waits');
    expect(await resumeIfSafe(world.db, true)).toBe('goes on');
    await forget();
  });

  test('names lost campaigns that any process remembers', async () => {
    const uuid = await process();
    const gone = {
      uuid: randomUUID(),
      name: 'Gone',
      recipients: 3,
      cost: 406,
      account: world.accounts.customer,
    };
    await moved();
    const memory = handed({ uuid: gone.uuid } as Campaign, 1, ['+9779842019999', '+9779842019998']);
    memory.accepted(gone);
    await compare(uuid, memory);
    await compare(uuid, memory);
    expect((await state())?.campaigns).toEqual([
      { ...gone, account: 'Himal Traders', handed: 2, accepted_at: expect.any(String) },
    ]);
    await resume();
    await forget();
  });
});

describe('when a former database leads again, which nothing was copied to meanwhile', () => {
  const FROM = 'newer 5 1';
  /** Sending began here, and the process has compared with it before. */
  async function trusted(): Promise<string> {
    const uuid = await process();
    const identity = await identityOf(world.db);
    await sql`UPDATE sending_database SET identity = ${identity}`.execute(world.db);
    await sql`UPDATE server_process SET checked_identity = ${identity}`.execute(world.db);
    return uuid;
  }

  test('the first process to return stops sending, and what any of them did elsewhere is noted', async () => {
    const sale = await campaign(3);
    const [first] = await phonesOf(sale);
    const [uuid, other] = [await trusted(), await trusted()];
    const gone = { uuid: randomUUID(), name: 'G', recipients: 1, cost: 9, account: world.accounts.customer };
    const { identity, move } = await noticeMove(world.db, FROM);
    expect(move).toEqual({ identity, isOther: true, from: FROM });
    const worker = await newWorker(world.db);
    await expect(take(world.db, worker, sale.uuid, 3)).rejects.toThrow('messages wait');
    const memory = handed(sale, 1, [first as string]);
    memory.accepted(gone);
    await compare(uuid, memory);
    expect((await state())?.missing).toHaveLength(1);
    // The other one comes a little later: it does not make the first compare again.
    expect((await noticeMove(world.db, FROM)).move).toEqual(move);
    await compare(other, new Memory());
    expect(await state()).toMatchObject({ messages: 1, missing: [], campaigns: [{ uuid: gone.uuid }] });
    await resume();
    expect(await take(world.db, worker, sale.uuid, 3)).toHaveLength(2);
    await forget();
  });

  test('a process that saw no other database, or this one before a restart, stops nothing', async () => {
    await trusted();
    const identity = await identityOf(world.db);
    const [cluster, database] = identity.split(' ');
    for (const last of [undefined, identity, `${cluster} ${database} 1`])
      expect(await noticeMove(world.db, last)).toEqual({ identity });
    expect((await state())?.resumed_at).not.toBeNull();
    await forget();
  });

  test('a process that returns after the others went on has them compare once more', async () => {
    const uuid = await trusted();
    const { move } = await noticeMove(world.db, FROM);
    await compare(uuid, new Memory());
    await resume();
    expect((await noticeMove(world.db, move?.identity)).move).toBeUndefined();
    expect((await noticeMove(world.db, 'older 5 1')).move?.from).toBe('older 5 1');
    expect((await state())?.missing).toHaveLength(1);
    await compare(uuid, new Memory());
    await resume();
    await forget();
  });
});

describe('after a restart of the same database', () => {
  test('resumes at once when all processes have compared, except one that died on this machine', async () => {
    await sql`
      INSERT INTO server_process (uuid, role, host, pid) VALUES (${randomUUID()}, 'all', ${hostname()}, 4194304)`.execute(
      world.db,
    );
    const other = await process();
    await moved('same');
    expect(await resumeIfSafe(world.db)).toBe('waits');
    await compare(other, new Memory(), false);
    expect(await resumeIfSafe(world.db)).toBe('goes on');
    await forget();
  });

  test('resumes without a process that does not return', async () => {
    await process();
    await moved('same');
    expect(await resumeIfSafe(world.db)).toBe('waits');
    await patience();
    expect(await resumeIfSafe(world.db)).toBe('goes on');
    await forget();
  });
});

test('only who may change settings sees it', async () => {
  expect((await world.call('support', 'GET', FAILOVER)).status).toBe(403);
  expect((await world.call('customer', 'POST', `${FAILOVER}resume/`)).status).toBe(403);
});
