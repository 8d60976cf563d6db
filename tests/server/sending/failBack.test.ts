import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Failover } from '#schema/failover.ts';
import { liveWorkers } from '../../../server/services/sending/workers.ts';
import { audit } from '../../support/audit.ts';
import { whileItMoves } from '../../support/soon.ts';
import { LIMIT, setUpFailBack } from './failBackSetup.ts';

const KEPT = 1000;
const LOST = 20;

const setup = setUpFailBack();

/** Sending is stopped, and every process has compared. */
const stopped = () =>
  whileItMoves(async () => {
    const found = await setup.world.failover();
    expect(found).toMatchObject({ resumed_at: null, missing: [] });
    const { rows } = await sql<{ checked: number }>`
      SELECT count(*)::int AS checked FROM server_process WHERE checked_identity = database_identity()`.execute(
      setup.world.db,
    );
    expect(rows[0]?.checked).toBe(2 + setup.world.workers.length);
    return found as Failover;
  });

test(
  'a former primary leads again: nothing is sent twice, and campaigns of the time between are named',
  async () => {
    const { db, operator, pair, send, reach, messages, resume } = setup.world;
    await send('kept', KEPT);
    await reach(200);
    await pair.caughtUp();
    await pair.cutOff();
    await stopped();
    await resume();
    const lost = await send('lost', LOST, { urgent: true });
    await reach((await messages()) + 300);

    pair.failBack();
    const { campaigns, messages: unknown } = await stopped();
    expect(campaigns).toMatchObject([{ uuid: lost.uuid, recipients: LOST, cost: lost.cost, handed: LOST }]);
    expect(unknown).toBeGreaterThan(0);
    await resume();
    // What was in hand before the first failover is settled some time later, and not sent either.
    await whileItMoves(async () => {
      const { rows } = await sql<{ unsent: number }>`
        SELECT (SELECT sum(waiting) FROM campaign_queue) + (SELECT count(*) FROM hand WHERE worker IN (${liveWorkers}))
          AS unsent`.execute(db);
      expect(Number(rows[0]?.unsent)).toBe(0);
    });
    const numbers = (await operator.accepted()).map(({ to }) => to);
    expect(new Set(numbers).size).toBe(numbers.length);
    await audit(db);
  },
  LIMIT * 2,
);
