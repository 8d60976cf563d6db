import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { Failover } from '#schema/failover.ts';
import { watchDatabase } from '../../../server/jobs/databaseWatch.ts';
import { identityOf, markOf } from '../../../server/services/sending/failover/identity.ts';
import { openLastDatabase } from '../../../server/services/sending/failover/lastDatabase.ts';
import { laterDatabase } from '../../../server/services/sending/failover/later.ts';
import { writeMark } from '../../../server/services/sending/failover/marks.ts';
import { Memory } from '../../../server/services/sending/failover/memory.ts';
import { noJournals } from '../../../server/services/sending/journal/journals.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { soon } from '../../support/soon.ts';

const FAILOVER = '/v1/admin/failover/';
const log = pino({ level: 'silent' });
const never = (error: unknown) => {
  throw error;
};

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
beforeEach(async () => {
  const { db } = world;
  await sql`DELETE FROM failover`.execute(db);
  await sql`DELETE FROM server_process`.execute(db);
  await sql`UPDATE sending_database SET identity = database_identity()`.execute(db);
});
afterAll(() => world.close());

const place = () => join(temporaryFolder('marks-'), 'database');
const state = async () => (await world.call<{ data: Failover | null }>('admin', 'GET', FAILOVER)).body.data;
const resume = () => world.call('admin', 'POST', `${FAILOVER}resume/`);
const marks = async () =>
  (
    await sql<{ at: number }>`
    SELECT (extract(epoch FROM marked_at) * 1000000)::bigint AS at FROM sending_mark ORDER BY trace`.execute(
      world.db,
    )
  ).rows.map(({ at }) => at);
const goesBack = () =>
  sql`UPDATE sending_mark SET marked_at = marked_at - interval '1 minute'`.execute(world.db);

/** The watch of a process, with a worker that notes how it is renewed. */
function watch(path?: string) {
  const renewed: unknown[][] = [];
  const loop = watchDatabase({
    ...{ db: world.db, uuid: randomUUID(), role: 'worker', memory: new Memory(), journals: noJournals, log },
    ...(path && { lastDatabase: openLastDatabase(path, never) }),
    async renewWorker(...given) {
      renewed.push(given);
    },
  });
  onTestFinished(() => loop.stop());
  return { renewed, stop: loop.stop };
}
/** Of a worker that has ended, and left its last mark. */
async function left(): Promise<string> {
  const path = place();
  const { stop } = watch(path);
  await soon(() => expect(readFileSync(path, 'utf8')).toContain('\n'));
  const early = readFileSync(path, 'utf8');
  await stop();
  expect(readFileSync(path, 'utf8') > early).toBe(true);
  return path;
}
const stopped = { is_other_cluster: true, is_beyond_memory: true, resumed_at: null };

describe('a database that has gone back', () => {
  beforeEach(() => sql`DELETE FROM sending_mark`.execute(world.db));

  test.each([
    ['is one with an earlier mark', goesBack],
    ['is one without any', () => sql`DELETE FROM sending_mark`.execute(world.db)],
  ])('%s: a running process stops sending, and its worker starts anew', async (_, back) => {
    const identity = await identityOf(world.db);
    const { renewed } = watch();
    await soon(async () => expect(await marks()).toHaveLength(1));
    await back();
    await soon(async () => expect(await state()).toMatchObject({ ...stopped, missing: [] }));
    expect(renewed).toEqual([[identity, true]]);
    // It marks it again, and stops nothing twice.
    await resume();
    await soon(async () => expect(await marks()).toHaveLength(1));
    const { stop } = watch();
    await soon(async () => expect(await marks()).toHaveLength(2));
    await stop();
    expect(await state()).toMatchObject({ resumed_by: 'Asha Gurung' });
  });

  test('is noticed by the next worker of a host, also when PostgreSQL is only said to have been restarted', async () => {
    const path = await left();
    await goesBack();
    await sql`
      INSERT INTO failover (identity, is_other_cluster, processes) SELECT identity, false, '{}' FROM sending_database`.execute(
      world.db,
    );
    const { renewed } = watch(path);
    await soon(async () => expect(await state()).toMatchObject(stopped));
    await soon(() => expect(renewed).toHaveLength(1));
  });

  test('is not one that only lacks the file of its newest mark', async () => {
    const path = await left();
    const trace = readFileSync(path, 'utf8').split(/[\n ]/).at(-2) as string;
    await writeMark(world.db, trace);
    const [before] = await marks();
    const { renewed } = watch(path);
    await soon(async () => expect((await marks())[0]).toBeGreaterThan(before as number));
    expect([renewed, await state()]).toEqual([[], null]);
  });

  test('stops nothing again for a host that was off until an administrator had decided', async () => {
    const { db } = world;
    const [path, other] = [await left(), await left()];
    const identity = await identityOf(db);
    const last = openLastDatabase(other, never);
    await goesBack();
    expect(markOf((await laterDatabase(db, identity, last, noJournals)) as string)).toBeGreaterThan(0);
    const { stop } = watch(path);
    await soon(async () => expect(await state()).toMatchObject(stopped));
    await resume();
    expect(await laterDatabase(db, identity, last, noJournals)).toBeUndefined();
    // A worker that ran all the time has to compare.
    expect(await laterDatabase(db, identity, last, undefined)).toBeDefined();
    await stop();
    const { renewed } = watch(other);
    const [lower] = (await marks()).toSorted();
    await soon(async () => expect(Math.min(...(await marks()))).toBeGreaterThan(lower as number));
    expect(renewed).toEqual([]);
    expect(await state()).toMatchObject({ resumed_by: 'Asha Gurung' });
  });
});
