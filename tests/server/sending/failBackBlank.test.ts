import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { soon, whileItMoves } from '../../support/soon.ts';
import { LIMIT, setUpFailBack } from './failBackSetup.ts';

const KEPT = 1000;

const setup = setUpFailBack();

const number = async (query: ReturnType<typeof sql<{ n: number }>>): Promise<number> =>
  (await query.execute(setup.world.db)).rows[0]?.n as number;

test(
  'a worker without a disk that starts in a former primary sends nothing before those who know more have come',
  async () => {
    const { operator, pair, messages, workers, api, staff } = setup.world;
    await setup.leadElsewhere(KEPT);

    // The workers are gone with their disks, and the others are slow: nobody has been in the former primary yet.
    await Promise.all(workers.map((worker) => worker.kill()));
    for (const { pid } of [api, staff]) process.kill(pid, 'SIGSTOP');
    const sent = await messages();
    expect(sent).toBeLessThan(KEPT);
    pair.failBack();
    await setup.deserted();
    const refused = () =>
      number(sql`
        SELECT xact_rollback::int AS n FROM pg_stat_database WHERE datname = current_database()`);
    const before = await soon(refused);
    const blank = await setup.world.startWorker();
    try {
      await soon(async () => expect(await refused()).toBeGreaterThan(before + 1));
      expect(await messages()).toBe(sent);

      for (const { pid } of [api, staff]) process.kill(pid, 'SIGCONT');
      // They tell it, and staff are asked, because nobody has the memory of the workers.
      await whileItMoves(async () => {
        const found = await setup.world.failover();
        expect(found).toMatchObject({ resumed_at: null, is_other_cluster: true });
        expect(found?.missing.map(({ role }) => role)).toEqual(workers.map(() => 'worker'));
      });
      expect((await operator.accepted()).length).toBe(sent);
    } finally {
      for (const { pid } of [api, staff]) process.kill(pid, 'SIGCONT');
      await blank.kill();
    }
  },
  LIMIT * 2,
);
