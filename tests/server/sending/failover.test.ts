import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Campaign } from '#schema/campaign.ts';
import { audit } from '../../support/audit.ts';
import { type FailoverWorld, startFailoverWorld } from '../../support/failoverWorld.ts';
import { whileItMoves } from '../../support/soon.ts';

/** Recipients of the campaign that goes out while the primary is lost. */
const KEPT = 3000;
const LOST = 40;
/** Of one that is approved, prepared and sent while nothing reaches the standby, where it still waits for approval. */
const APPROVED = 50;
const LIMIT = 120_000;
/** Of the story. A busy machine takes its time for 3,000 messages; what stands still fails much earlier. */
const LONGEST = 400_000;

let world: FailoverWorld;
beforeAll(async () => {
  world = await startFailoverWorld(200);
}, LIMIT);
afterAll(() => world?.close(), LIMIT);

const finished = (campaign: Campaign) =>
  whileItMoves(async () => {
    const now = await world.show(campaign);
    expect([now.status, now.submitted], JSON.stringify(now)).toEqual(['completed', 0]);
  });

test(
  'a standby that was behind takes over: nothing is sent twice, and every lost campaign is named',
  async () => {
    const { api, db, messages, operator, pair, reach, send, show, staff, workers } = world;
    const kept = await send('kept', KEPT);
    await sql`UPDATE provider_setting SET approval_above = ${APPROVED - 1}`.execute(db);
    await reach(200);
    const approved = await send('approved', APPROVED, { urgent: true });
    expect(approved.status).toBe('draft');
    await pair.caughtUp();
    pair.holdBack();
    await staff.call('POST', `/v1/admin/campaigns/${approved.uuid}/approve/`);
    await finished(approved);
    await sql`UPDATE provider_setting SET approval_above = NULL`.execute(db);
    const lost = await send('lost', LOST, { urgent: true });
    await reach((await messages()) + 500);
    // One worker dies together with the primary: its journal remembers for it.
    await workers[1].kill();
    await pair.failOver();
    await workers[1].restart();

    // Everybody has compared: two APIs and three workers, one of which is gone.
    await whileItMoves(async () => {
      const { rows } = await sql<{ checked: number }>`
        SELECT count(*)::int AS checked FROM server_process
        WHERE checked_identity = database_identity()`.execute(db);
      expect(rows[0]?.checked).toBe(5);
    });
    const stopped = await world.failover();
    expect(stopped).toMatchObject({ is_other_cluster: true, resumed_at: null, missing: [] });
    expect(stopped?.pending).toBe(APPROVED);
    expect(stopped?.messages).toBeGreaterThan(0);
    expect(stopped?.campaigns).toEqual([
      {
        uuid: lost.uuid,
        account: 'Himal Traders',
        name: 'lost',
        recipients: LOST,
        cost: lost.cost,
        accepted_at: expect.any(String),
        handed: LOST,
      },
    ]);
    expect(api.log() + staff.log()).toContain('messages wait until an administrator resumes sending');
    // What was in flight has been given up, and nobody takes what waits.
    await whileItMoves(async () => {
      const { rows } = await sql<{ waiting: number; hands: number }>`
        SELECT (SELECT sum(waiting)::int FROM campaign_queue) AS waiting, (SELECT count(*)::int FROM hand) AS hands`.execute(
        db,
      );
      expect(rows).toEqual([{ waiting: expect.any(Number), hands: 0 }]);
      expect(rows[0]?.waiting).toBeGreaterThan(0);
    });
    const before = await messages();

    await world.resume();
    await whileItMoves(async () => expect(await messages()).toBeGreaterThan(before));
    // What the standby did not know of is settled by the receipts that workers remember; those of the one that died are
    // lost.
    await whileItMoves(async () => {
      const { status, submitted, delivered, unknown } = await show(kept);
      expect([status, submitted + delivered + unknown]).toEqual(['completed', KEPT]);
    });
    // What is prepared again is not sent again.
    await staff.call('POST', `/v1/admin/campaigns/${approved.uuid}/approve/`);
    await finished(approved);
    expect(await show(approved)).toMatchObject({ status: 'completed', unknown: APPROVED });
    const { duplicates } = await operator.stats();
    expect([await messages(), duplicates]).toEqual([KEPT + APPROVED + LOST, 0]);
    await audit(db);
    expect(await world.failover()).toMatchObject({
      resumed_by: 'Asha Gurung',
      resumed_at: expect.any(String),
    });
  },
  LONGEST,
);
