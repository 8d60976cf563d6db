import { sql } from 'kysely';
import { afterAll, beforeAll, expect } from 'vitest';
import type { Failover } from '#schema/failover.ts';
import { type FailoverWorld, startFailoverWorld } from '../../support/failoverWorld.ts';
import { soon, whileItMoves } from '../../support/soon.ts';

export const LIMIT = 120_000;

/** A primary with a standby, whose workers claim 50 messages at a time. */
export function setUpFailBack() {
  let world: FailoverWorld;
  beforeAll(async () => {
    world = await startFailoverWorld(50);
  }, LIMIT);
  afterAll(() => world?.close(), LIMIT);
  return {
    get world() {
      return world;
    },
    /**
     * The standby leads, while the former primary lives where nothing reaches it. Sending was resumed, and so many messages
     * of a campaign of `count` have been sent since.
     */
    async leadElsewhere(count: number, sent = 100): Promise<Failover> {
      const { pair, send, reach, messages, resume } = world;
      await send('kept', count);
      await reach(100);
      await pair.caughtUp();
      await pair.cutOff();
      const failover = await whileItMoves(async () => {
        const found = await world.failover();
        expect(found).toMatchObject({ resumed_at: null, missing: [] });
        return found as Failover;
      });
      await resume();
      await reach((await messages()) + sent);
      return failover;
    },
    /** Until no process has been in the database for ten seconds, as after every real failover. */
    deserted: () =>
      soon(async () => {
        const { rows } = await sql<{ seconds: number }>`
          SELECT extract(epoch FROM now() - max(seen_at))::int AS seconds FROM server_process`.execute(
          world.db,
        );
        expect(rows[0]?.seconds).toBeGreaterThan(10);
      }),
  };
}
