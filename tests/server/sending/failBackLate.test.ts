import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { liveWorkers } from '../../../server/services/sending/workers.ts';
import { soon, whileItMoves } from '../../support/soon.ts';
import { LIMIT, setUpFailBack } from './failBackSetup.ts';

const KEPT = 3000;

const setup = setUpFailBack();

// What docs/high-availability.md says under "A former primary that leads again".
test(
  'a worker alone in a former primary sends after 15 seconds what was sent meanwhile, until others are back and tell it',
  async () => {
    const { db, operator, pair, reach, messages, workers, api, staff } = setup.world;
    await setup.leadElsewhere(KEPT, 500);

    const others = [api, staff, ...workers];
    for (const { pid } of others) process.kill(pid, 'SIGSTOP');
    const sent = await messages();
    pair.failBack();
    await setup.deserted();
    const blank = await setup.world.startWorker();
    try {
      await soon(() => expect(blank.log()).toContain('is sent again'));
      await reach(sent + 100);
      expect((await operator.stats()).duplicates).toBeGreaterThan(0);

      for (const { pid } of others) process.kill(pid, 'SIGCONT');
      await whileItMoves(async () =>
        expect(await setup.world.failover()).toMatchObject({
          ...{ resumed_at: null, is_other_cluster: true, missing: [], campaigns: [] },
          messages: expect.toSatisfy((count: number) => count > 0),
        }),
      );
      await soon(() => expect(blank.log()).toContain('messages wait until an administrator resumes sending'));
      // What it had in hand is answered, and nobody takes what waits.
      await whileItMoves(async () => {
        const { rows } = await sql<{ hands: number; waiting: number }>`
          SELECT (SELECT count(*)::int FROM hand WHERE worker IN (${liveWorkers})) AS hands,
            (SELECT sum(waiting)::int FROM campaign_queue) AS waiting`.execute(db);
        expect(rows).toEqual([{ hands: 0, waiting: expect.toSatisfy((count: number) => count > 0) }]);
      });
    } finally {
      for (const { pid } of others) process.kill(pid, 'SIGCONT');
      await blank.kill();
    }
  },
  LIMIT * 2,
);
