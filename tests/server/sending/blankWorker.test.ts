import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { watchDatabase } from '../../../server/jobs/databaseWatch.ts';
import { identityOf } from '../../../server/services/sending/failover/identity.ts';
import { openLastDatabase } from '../../../server/services/sending/failover/lastDatabase.ts';
import { Memory } from '../../../server/services/sending/failover/memory.ts';
import { missesProcesses } from '../../../server/services/sending/failover/processes.ts';
import { noJournals } from '../../../server/services/sending/journal/journals.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { soon } from '../../support/soon.ts';

// A worker that remembers no database asks those who may, before it sends (docs/adr/0010).

/** No process has it: it is above the kernel's limit. */
const GONE = 5_000_000;
let logged: string[];
const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(line) });
const warnings = () => logged.filter((line) => line.includes('"level":40'));

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
beforeEach(async () => {
  logged = [];
  await sql`DELETE FROM server_process`.execute(world.db);
});
afterAll(() => world.close());

/** A process that was here so many seconds ago. */
async function known(seconds: number, { host = 'elsewhere', pid = 1 } = {}): Promise<string> {
  const uuid = randomUUID();
  await sql`
    INSERT INTO server_process (uuid, role, host, pid, seen_at)
    VALUES (${uuid}, 'worker', ${host}, ${pid}, now() - make_interval(secs => ${seconds}))`.execute(world.db);
  return uuid;
}

describe('a database misses', () => {
  test('nobody, when it knows nobody else', async () => {
    const own = await known(60);
    expect(await missesProcesses(world.db, own)).toBe(false);
  });

  test.each([
    ['nobody who was there a heartbeat ago', 6, {}, false],
    ['one who was not there for two heartbeats', 11, {}, true],
    ['nobody who was last there a day ago', 86_401, {}, false],
    ['one of this host that runs', 11, { host: hostname(), pid: process.pid }, true],
    ['none of this host that has died', 11, { host: hostname(), pid: GONE }, false],
  ])('%s', async (_, seconds, where, misses) => {
    await known(seconds, where);
    expect(await missesProcesses(world.db, randomUUID())).toBe(misses);
  });
});

/** A worker's watch. Resolves with the identities that the worker was told to claim in. */
function watch(path: string, patience?: number): string[] {
  const told: string[] = [];
  const loop = watchDatabase({
    ...{ db: world.db, uuid: randomUUID(), role: 'worker', memory: new Memory(), journals: noJournals, log },
    lastDatabase: openLastDatabase(path, () => {}),
    async renewWorker(identity) {
      told.push(identity);
    },
    ...(patience !== undefined && { patience }),
  });
  onTestFinished(() => loop.stop());
  return told;
}
const blank = () => join(temporaryFolder('blank-'), 'database');

describe('a worker without a memory', () => {
  test('claims at once where nobody is missed', async () => {
    await known(1);
    const told = watch(blank());
    const identity = await identityOf(world.db);
    await soon(() => expect(told).toEqual([identity]));
    expect(warnings()).toEqual([]);
  });

  test('claims when the last that was missed is there', async () => {
    const missed = await known(30);
    const told = watch(blank(), 600_000);
    await soon(() => expect(logged.join()).toContain('nothing is sent for some seconds'));
    expect(told).toEqual([]);
    await sql`UPDATE server_process SET seen_at = now() WHERE uuid = ${missed}`.execute(world.db);
    await soon(() => expect(told).toHaveLength(1));
    expect(warnings()).toEqual([]);
  });

  test('claims when it has waited long enough for those that never come, and says what that may mean', async () => {
    await known(30);
    const told = watch(blank(), 0);
    await soon(() => expect(told).toHaveLength(1));
    expect(warnings().join()).toContain('what was sent from it is sent again');
  });

  test('that has one is not told at the start, though somebody is missed', async () => {
    await known(30);
    const path = blank();
    const identity = await identityOf(world.db);
    writeFileSync(path, identity);
    expect(openLastDatabase(path, () => {}).isBlank).toBe(/^-/.test(identity));
    const told = watch(path, 0);
    await soon(async () => {
      const { rows } = await sql`SELECT FROM server_process`.execute(world.db);
      expect(rows).toHaveLength(2);
    });
    expect(told).toEqual([]);
  });
});
