import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { soon } from '../../support/soon.ts';
import { LIMIT, setUpFailBack } from './failBackSetup.ts';

const KEPT = 1000;

const setup = setUpFailBack();

test(
  'a worker that starts in a former primary that leads again sends nothing, though nobody else has noticed',
  async () => {
    const { api, db, operator, pair, messages, staff, workers } = setup.world;
    expect((await setup.leadElsewhere(KEPT)).is_other_cluster).toBe(true);

    await Promise.all([api, staff, ...workers].map((server) => server.kill()));
    const sent = await messages();
    expect(sent).toBeLessThan(KEPT);
    pair.failBack();
    const refused = () =>
      soon(async () => {
        const { rows } = await sql<{ n: number }>`
          SELECT xact_rollback::int AS n FROM pg_stat_database WHERE datname = current_database()`.execute(
          db,
        );
        return rows[0]?.n as number;
      });
    const before = await refused();
    // Its process cannot say that it has noticed, so it is the worker that must know by itself: its claims are refused.
    await db.transaction().execute(async (trx) => {
      await sql`LOCK TABLE server_process IN ACCESS EXCLUSIVE MODE`.execute(trx);
      await workers[0].restart();
      await soon(async () => expect(await refused()).toBeGreaterThan(before + 1));
      expect(await messages()).toBe(sent);
    });
    await soon(async () => {
      const { rows } = await sql<{ checked: number }>`
        SELECT (SELECT count(*)::int FROM server_process WHERE checked_identity = database_identity()) AS checked
        FROM failover WHERE resumed_at IS NULL`.execute(db);
      expect(rows[0]?.checked).toBeGreaterThan(0);
    });
    expect((await operator.accepted()).length).toBe(sent);
  },
  LIMIT * 2,
);
