import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { registerLinks } from '../../../server/services/sending/linkStates.ts';
import { createWorld, type World } from '../../ha/world.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { type RunningServer, startServer } from '../../support/server.ts';
import { soon } from '../../support/soon.ts';

// The customers of the trials that kill workers and databases (`npm run kill:trial`, `npm run ha`).

const RECIPIENTS = 10;
const BACKLOG = 30;

let database: TestDatabase;
let api: RunningServer;
let world: World;
beforeAll(async () => {
  database = await createTestDatabase();
  const pace = { latency: 0, window: 1, rate: 0, batch: 1, recipients: RECIPIENTS, backlog: BACKLOG };
  world = await createWorld(database.url, () => api, pace);
  // One that could send them; nobody does.
  await registerLinks(world.db, [{ name: 'operator', url: world.operator.url }]);
  api = await startServer(world.environment, ['--role', 'api']);
});
afterAll(async () => {
  await world.traffic.stop();
  await api.kill('SIGTERM');
  await world.close();
  await database.drop();
});

test('customers wait while enough of their messages do, and unknown ones do not: nobody sends these any more', async () => {
  const { db, traffic } = world;
  traffic.start();
  await soon(() => expect(traffic.accepted.size).toBe(BACKLOG / RECIPIENTS));
  await sql`
    INSERT INTO message_unknown (message, campaign, link, phone, submitted_at)
    SELECT gen_random_uuid(), ${[...traffic.accepted.keys()][0]}, 'operator', '+97798000000' || n, now()
    FROM generate_series(1, ${2 * RECIPIENTS}) n`.execute(db);
  await soon(() => expect(traffic.accepted.size).toBe(BACKLOG / RECIPIENTS + 2));
  await traffic.stop();
  expect(traffic.accepted.size).toBe(BACKLOG / RECIPIENTS + 2);
  expect(traffic.surprises).toEqual([]);
});
