import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StandbyState } from '#schema/dashboardSummary.ts';
import { noteProcess } from '../../../server/services/sending/failover/processes.ts';
import { ReplacedDatabase } from '../../../server/services/sending/failover/replacedDatabase.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterAll(() => world.close());

const forget = () => sql`DELETE FROM server_process`.execute(world.db);

describe('what a process saw of its database', () => {
  const own = randomUUID();
  const note = () => noteProcess(world.db, { uuid: own, role: 'api', host: 'elsewhere', pid: 1 });
  const seen = (...states: StandbyState[]) => {
    const replaced = new ReplacedDatabase();
    for (const state of states) replaced.saw(state);
    return replaced;
  };

  test('commits waited for a standby if it saw so twice in a row', () => {
    expect(seen('synchronous', 'waiting').sawCommitsWait()).toBe(true);
    expect(seen('synchronous').sawCommitsWait()).toBe(false);
    expect(seen('synchronous', 'synchronous', 'asynchronous', 'synchronous').sawCommitsWait()).toBe(false);
    expect(seen('none', 'none').sawCommitsWait()).toBe(false);
  });

  test('a database that has gone back is noticed, and not forgotten', async () => {
    const replaced = seen();
    expect(replaced.hasAllTraces()).toBe(false);
    const first = await note();
    expect(first.before).toBeNull();
    replaced.noted(first);
    replaced.noted(await note());
    expect(replaced.hasAllTraces()).toBe(true);
    // Its answer was lost, and it was there.
    await note();
    replaced.noted(await note());
    expect(replaced.hasAllTraces()).toBe(true);
    await sql`UPDATE server_process SET seen_at = seen_at - interval '1 second' WHERE uuid = ${own}`.execute(
      world.db,
    );
    replaced.noted(await note());
    replaced.noted(await note());
    expect(replaced.hasAllTraces()).toBe(false);
  });

  test('a database that does not know it has gone back', async () => {
    const replaced = seen();
    replaced.noted(await note());
    await forget();
    replaced.noted(await note());
    expect(replaced.hasAllTraces()).toBe(false);
    await forget();
  });
});
