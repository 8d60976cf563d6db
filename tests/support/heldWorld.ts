import { pino } from 'pino';
import { openDatabase } from '../../server/db/database.ts';
import { startWorker, type Worker } from '../../server/jobs/worker.ts';
import type { LastDatabase } from '../../server/services/sending/failover/lastDatabase.ts';
import { Memory } from '../../server/services/sending/failover/memory.ts';
import { noJournals } from '../../server/services/sending/journal/journals.ts';
import { createTestApp, type TestApp } from './app.ts';
import { type HeldOperator, startHeldOperator } from './heldOperator.ts';

export interface HeldWorld {
  world: TestApp;
  operator: HeldOperator;
  /** A worker in this process whose only link leads to the operator, with at most so many unanswered messages. */
  startWorker(window?: number, lastDatabase?: LastDatabase): Promise<Worker>;
  /** The worker has been stopped. */
  close(): Promise<void>;
}

/** The API, and an operator that holds its answers back until the test tells it otherwise. */
export async function startHeldWorld(): Promise<HeldWorld> {
  const [world, operator] = await Promise.all([createTestApp(), startHeldOperator()]);
  const database = openDatabase(world.url, 10, () => {});
  return {
    world,
    operator,
    startWorker(window, lastDatabase) {
      const url = window === undefined ? operator.url : `${operator.url}?window=${window}`;
      const links = [{ name: 'held', url }];
      const log = pino({ level: 'silent' });
      return startWorker(
        database,
        links,
        { DISPATCH_BATCH: 20 },
        log,
        new Memory(),
        noJournals,
        lastDatabase,
      );
    },
    async close() {
      await operator.close();
      await database.close();
      await world.close();
    },
  };
}
