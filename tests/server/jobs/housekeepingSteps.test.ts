import { sql } from 'kysely';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { handlersOf } from '../../../server/jobs/handlers.ts';
import { type Handlers, type Queue, startQueue } from '../../../server/jobs/queue.ts';
import { createLog } from '../../../server/log.ts';
import { fixRetention } from '../../../server/services/sending/retention.ts';
import { withAdmin } from '../../support/database.ts';
import { waitForLocks } from '../../support/locks.ts';
import { soon } from '../../support/soon.ts';
import { setUpMonths } from '../sending/messageMonthsSetup.ts';

const setup = setUpMonths();
const rowsOf = async (query: ReturnType<typeof sql>) => (await query.execute(setup.world.db)).rows;

const log = createLog('silent');
let handlers: Handlers;
let housekeeping: (enqueue?: Queue['enqueue']) => Promise<void>;
beforeAll(async () => {
  const { db, url, deps } = setup.world;
  await fixRetention(db, { MESSAGE_MONTHS: 6 });
  // It makes the queue's tables.
  await (await startQueue({ url, handlers: null, log })).stop();
  handlers = handlersOf({
    config: deps.config,
    log,
    url,
    database: { db },
    files: deps.files,
    publicUrl: '',
  });
  housekeeping = (enqueue = deps.enqueue) => handlers.housekeeping(enqueue);
});

/** A queue without the jobs of another test. It would believe for a minute that what the last one ran is still running. */
async function freshQueue(): Promise<void> {
  const { db, url } = setup.world;
  await sql`DELETE FROM pgboss.job`.execute(db);
  await sql`UPDATE pgboss.queue SET singletons_active = NULL`.execute(db);
  const queue = await startQueue({ url, handlers, log });
  onTestFinished(() => queue.stop());
}

test('what fails is reported, and holds up nothing else', async () => {
  const { db } = setup.world;
  await sql`ALTER TABLE receipt_poll RENAME TO away`.execute(db);
  await sql`ALTER TABLE report_mail RENAME TO away_too`.execute(db);
  await sql`INSERT INTO idempotency_key ("user", key, request_hash, answer, created_at)
    SELECT uuid, 'old', '', '{}', now() - interval '2 days' FROM users LIMIT 1`.execute(db);
  const error = await housekeeping().catch((caught: unknown) => caught);
  await sql`ALTER TABLE away RENAME TO receipt_poll`.execute(db);
  await sql`ALTER TABLE away_too RENAME TO report_mail`.execute(db);
  expect((error as AggregateError).errors.map(String)).toEqual([
    expect.stringContaining('receipt_poll'),
    expect.stringContaining('report_mail'),
  ]);
  expect(await rowsOf(sql`SELECT FROM idempotency_key`)).toEqual([]);
});

test('a full check of the ledger that fails leaves the books checked', async () => {
  const { db } = setup.world;
  const scopes = sql`SELECT scope FROM ledger_check ORDER BY scope`;
  await sql`DELETE FROM ledger_check`.execute(db);
  await sql`ALTER TABLE link_use RENAME TO away`.execute(db);
  const error = await handlers['slow-housekeeping']().catch((caught: unknown) => caught);
  await handlers['books-check']();
  await sql`ALTER TABLE away RENAME TO link_use`.execute(db);
  expect(String(error)).toContain('link_use');
  expect(await rowsOf(scopes)).toEqual([{ scope: 'books' }]);
  await handlers['slow-housekeeping']();
  expect(await rowsOf(scopes)).toEqual([{ scope: 'all' }, { scope: 'books' }]);
});

test('a check of the ledger that takes long holds up nothing that is due every minute', async () => {
  const { db } = setup.world;
  await freshQueue();
  const add = (name: string) =>
    rowsOf(sql`
      INSERT INTO pgboss.job (name, policy) SELECT name, policy FROM pgboss.queue WHERE name = ${name} RETURNING id`);
  const ends = async ([job]: unknown[]) => {
    const { id } = job as { id: string };
    await soon(async () =>
      expect(await rowsOf(sql`SELECT state FROM pgboss.job WHERE id = ${id}`)).toEqual([
        { state: 'completed' },
      ]),
    );
  };
  const slow = await db.transaction().execute(async (trx) => {
    await sql`LOCK TABLE ledger_check`.execute(trx);
    const added = await add('slow-housekeeping');
    await waitForLocks(db);
    await ends(await add('housekeeping'));
    return added;
  });
  // What goes on after this test would write what the next one looks at.
  await ends(slow);
});

test('a full check that takes hours leaves the books checked each hour', async () => {
  const { db } = setup.world;
  /** What the clock adds each minute. */
  const minute = () =>
    sql`INSERT INTO pgboss.job (name, policy) SELECT q.name, q.policy FROM pgboss.schedule JOIN pgboss.queue q USING (name)
      ON CONFLICT DO NOTHING`.execute(db);
  const checked = () => rowsOf(sql`SELECT scope FROM ledger_check`);
  const held = () => rowsOf(sql`SELECT FROM pg_locks WHERE relation = 'link_use'::regclass AND NOT granted`);
  await db.transaction().execute(async (trx) => {
    // The books do not read it.
    await sql`LOCK TABLE link_use`.execute(trx);
    await sql`DELETE FROM ledger_check`.execute(db);
    await freshQueue();
    for (let hour = 0; hour < 2; hour++) {
      await minute();
      await soon(async () => expect(await held()).not.toEqual([]));
      await soon(async () => expect(await checked()).toEqual([{ scope: 'books' }]));
      await sql`DELETE FROM ledger_check`.execute(db);
    }
  });
});

test('a month is removed without the limit of a statement, however long it takes', async () => {
  await sql`
    CREATE FUNCTION refuse_limit() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF current_setting('statement_timeout') <> '0' THEN RAISE 'it would take too long'; END IF;
      RETURN NEW;
    END $$`.execute(setup.world.db);
  await sql`
    CREATE TRIGGER refuse_limit BEFORE UPDATE OF messages_removed_at ON campaign
    FOR EACH ROW EXECUTE FUNCTION refuse_limit()`.execute(setup.world.db);
  const { url } = setup.world;
  await withAdmin(url, `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET statement_timeout = '30s'`);
  await setup.campaign(7, 5);
  await housekeeping();
  expect(await setup.total()).toMatchObject({ n: 0, counted: 0 });
});

test('expired plans go one by one, and one that is just being sent stays', async () => {
  const { db, accounts } = setup.world;
  await sql`DELETE FROM plan`.execute(db);
  await sql`
    WITH p AS (INSERT INTO plan (account, request_hash, expires_at)
      SELECT ${accounts.customer}, '', now() - n * interval '1 hour' FROM generate_series(1, 3) n RETURNING uuid)
    INSERT INTO plan_recipient (plan, position, source, phone) SELECT uuid, 1, 'number', '+9779841000001' FROM p`.execute(
    db,
  );
  await db.transaction().execute(async (trx) => {
    await sql`SELECT FROM plan ORDER BY expires_at LIMIT 1 FOR UPDATE`.execute(trx);
    await housekeeping();
  });
  const left = sql`SELECT r.plan FROM plan p JOIN plan_recipient r ON r.plan = p.uuid`;
  expect(await rowsOf(left)).toHaveLength(1);
  await housekeeping();
  expect(await rowsOf(sql`SELECT FROM plan_recipient`)).toEqual([]);
});

test('an erasure that has nothing left to wait for gets a job, and holds up nothing', async () => {
  const { accounts } = setup.world;
  const [made] = (await rowsOf(sql`
    INSERT INTO erasure (account, phone, everywhere, reference, status, waiting)
    VALUES (${accounts.customer}, '+9779841999999', false, 'Letter 12', 'waiting', 1) RETURNING uuid`)) as {
    uuid: string;
  }[];
  const queued: unknown[] = [];
  const enqueue = async (job: string, { uuid }: { uuid: string }) => void queued.push([job, uuid]);
  for (let n = 0; n < 2; n++) await housekeeping(enqueue);
  expect(queued).toEqual([['erasure', made?.uuid]]);
  expect(await rowsOf(sql`SELECT status, steps FROM erasure WHERE uuid = ${made?.uuid}`)).toEqual([
    { status: 'queued', steps: 0 },
  ]);
});
