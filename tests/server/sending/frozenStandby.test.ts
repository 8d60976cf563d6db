import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
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
describe('a synchronous standby that does not confirm', { shuffle: false }, () => {
  test(
    'what waits for it is answered: it may or may not be done',
    async () => {
      expect(await world.readiness()).toEqual([200, undefined]);
      world.pair.holdBack();
      const answer = await world.create();
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
      expect(await answer.json()).toMatchObject({
        detail: expect.stringContaining('may or may not be done'),
      });
    },
    LIMIT,
  );

  test(
    'the process is not ready and says why, staff see it, and what only reads is answered',
    async () => {
      // Done on the primary alone: it must not be told yet, though the answer is there.
      const repeated = world.create();
      await vi.waitFor(async () => expect(await world.readiness()).toEqual(WAITS), patience);
      await vi.waitFor(async () => expect(await world.standby()).toBe('waiting'), patience);
      expect((await world.read()).status).toBe(200);
      expect(world.server.log()).toContain('commits wait for the synchronous standby');
      expect((await repeated).status).toBe(503);
    },
    LIMIT,
  );

  test(
    'once it confirms again the same request makes nothing twice',
    async () => {
      world.pair.letThrough();
      expect((await world.create()).status).toBe(201);
      expect(await world.names()).toEqual(['Sita']);
    },
    LIMIT,
  );
});
