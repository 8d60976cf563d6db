import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { withAdmin } from '../../support/database.ts';
import {
  LIMIT,
  patience,
  type SynchronousPair,
  startSynchronousPair,
  WAITS,
} from '../../support/synchronousPair.ts';

let world: SynchronousPair;
beforeAll(async () => {
  world = await startSynchronousPair();
}, LIMIT);
afterAll(() => world?.close(), LIMIT);

// In this order: it is the story of one pair.
describe('a synchronous standby that did not confirm for some seconds', { shuffle: false }, () => {
  test(
    'once it confirms again, sending continues',
    async () => {
      expect(await world.readiness()).toEqual([200, undefined]);
      world.pair.holdBack();
      const waiting = world.create();
      await vi.waitFor(async () => expect(await world.readiness()).toEqual(WAITS), patience);
      world.pair.letThrough();
      expect((await waiting).status).toBe(201);
      await vi.waitFor(async () => expect(await world.readiness()).toEqual([200, undefined]), patience);
      await vi.waitFor(async () => expect(await world.standby()).toBe('synchronous'), patience);
      expect((await world.create()).status).toBe(201);
      expect(await world.names()).toEqual(['Sita']);
    },
    LIMIT,
  );

  test(
    'it takes over with all that was confirmed: sending waits for no unknown process',
    async () => {
      await world.pair.failOver();
      const agrees = () =>
        withAdmin(world.pair.url, 'SELECT 1 / (identity = database_identity())::int FROM sending_database');
      // One that may lack something is waited with for 15 seconds.
      await vi.waitFor(agrees, { timeout: 12_000, interval: 100 });
      expect(await world.names()).toEqual(['Sita']);
    },
    LIMIT,
  );
});
