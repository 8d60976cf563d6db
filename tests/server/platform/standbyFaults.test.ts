import { type Kysely, sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { contact as entity } from '#schema/contact.ts';
import { listPages } from '../../../server/crud/listPages.ts';
import { openDatabase } from '../../../server/db/database.ts';
import { registry } from '../../../server/services/platform/meters.ts';
import type { Read, StandbyReads } from '../../../server/services/platform/standbyReads.ts';
import { startProxy } from '../../soak/proxy.ts';
import { withAdmin } from '../../support/database.ts';
import { soon } from '../../support/soon.ts';
import { answered, CONTACTS, portOf, setUpStandby, urlAt } from './standbySetup.ts';

const setup = setUpStandby();
const { open, process, call } = setup;

const onStandby = (statement: string) => withAdmin(setup.pair.standbyUrl, statement);

const namesOf = (answer: { json(): unknown }) =>
  (answer.json() as { results: { name: string }[] }).results.map(({ name }) => name);

let numbers = 0;
const contact = (name: string) => ({
  ...{ name, phone: `98410${String(++numbers).padStart(5, '0')}` },
  ...{ groups: [], attributes: {}, is_active: true },
});

/** Waits on a standby until it is told to stop, and ends at once on the primary. */
const asleep = (db: Kysely<unknown>) =>
  sql<{ on_standby: boolean }>`
    SELECT pg_is_in_recovery() AS on_standby, CASE WHEN pg_is_in_recovery() THEN pg_sleep(600) END
    FROM (SELECT count(*) FROM contact) counted`
    .execute(db)
    .then(({ rows }) => rows[0]?.on_standby);

/** Reads for one request that the standby answers. The primary may have written since the standby had caught up. */
async function readerThere(standbys: StandbyReads): Promise<Read> {
  let read = standbys.reader();
  await soon(async () => {
    read = standbys.reader();
    const [, by] = await answered(() => read((db) => sql`SELECT`.execute(db)));
    expect(by).toEqual(['standby']);
  });
  return read;
}

/** Until the standby runs the query of `asleep`, which outlives the connection that asked it. */
async function untilAsleep(): Promise<void> {
  onTestFinished(() =>
    onStandby("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event = 'PgSleep'"),
  );
  const { db, close } = openDatabase(setup.pair.standbyUrl, 1, () => {});
  await soon(async () => {
    const { rows } = await sql`
      SELECT FROM pg_stat_activity WHERE wait_event = 'PgSleep'`.execute(db);
    expect(rows).toHaveLength(1);
  });
  await close();
}

/** How long the standby's replay waits for a query, as PostgreSQL shows it: `30s`. In force when this returns. */
async function replayWaits(delay: string): Promise<void> {
  await onStandby(`ALTER SYSTEM SET max_standby_streaming_delay = '${delay}'`);
  await onStandby('SELECT pg_reload_conf()');
  // PostgreSQL signals the replay before it takes a connection with the new settings.
  await soon(async () => {
    const { db, close } = openDatabase(setup.pair.standbyUrl, 1, () => {});
    const shown = await sql`SELECT current_setting('max_standby_streaming_delay') AS delay`.execute(db);
    await close();
    expect(shown.rows).toEqual([{ delay }]);
  });
}

describe('a standby whose replay is held up', () => {
  test('never hides what any process has written, and is used again once it has caught up', async () => {
    const standbys = await open();
    const first = await process(standbys);
    const other = await process(await open());
    await onStandby('SELECT pg_wal_replay_pause()');
    onTestFinished(() => onStandby('SELECT pg_wal_replay_resume()'));
    expect((await call(first, 'customer', CONTACTS, contact('Held up'))).statusCode).toBe(201);
    for (const app of [first, other]) {
      const [answer, by] = await answered(() => call(app, 'customer', CONTACTS));
      expect([namesOf(answer)[0], by]).toEqual(['Held up', ['behind']]);
      const [file] = await answered(() => call(app, 'customer', `${CONTACTS}export/`));
      expect(file.body).toContain('Held up');
    }
    await onStandby('SELECT pg_wal_replay_resume()');
    await soon(async () => {
      const [answer, by] = await answered(() => call(other, 'customer', CONTACTS));
      expect([namesOf(answer)[0], by]).toEqual(['Held up', ['standby']]);
    });
    expect(standbys.state()[0]?.reason).toBe(null);
  });

  test('is no longer used when it lags more than allowed, which is logged', async () => {
    const standbys = await open({ maxLag: 0.2 });
    const app = await process(standbys);
    await onStandby('SELECT pg_wal_replay_pause()');
    onTestFinished(() => onStandby('SELECT pg_wal_replay_resume()'));
    await call(app, 'customer', CONTACTS, contact('Far ahead'));
    await soon(async () => {
      await standbys.look();
      expect(standbys.state()).toEqual([{ reason: 'It is too far behind.', lag: expect.any(Number) }]);
    });
    expect(await answered(() => call(app, 'customer', CONTACTS).then(namesOf))).toEqual([
      expect.arrayContaining(['Far ahead']),
      ['away'],
    ]);
    expect((await app.inject('/readyz')).json()).toEqual({
      status: 'ok',
      standbys: ['It is too far behind.'],
    });
    const metrics = await registry.metrics();
    expect(metrics).toMatch(/^bulk_sms_read_standby_up\{standby="1"\} 0$/m);
    expect(
      Number(/^bulk_sms_read_standby_lag_seconds\{standby="1"\} (.*)$/m.exec(metrics)?.[1]),
    ).toBeGreaterThan(0.2);
    await onStandby('SELECT pg_wal_replay_resume()');
    await soon(async () => {
      await standbys.look();
      expect(standbys.state()).toEqual([{ reason: null, lag: expect.any(Number) }]);
    });
    const lines = standbys.lines.filter((line) => line.includes('too far'));
    expect(lines).toEqual(['nothing is read from a standby; the primary answers It is too far behind.']);
  });
});

describe('a standby that breaks off', () => {
  test('because a query conflicts with replay: the primary answers, and the standby stays in use', async () => {
    const standbys = await open();
    const read = await readerThere(standbys);
    const reading = answered(() => read(asleep));
    await untilAsleep();
    // Only now: it would end the query for any row that is cleaned up on the primary, before the query is seen.
    await replayWaits('0');
    onTestFinished(() => replayWaits('30s'));
    await withAdmin(setup.pair.url, 'BEGIN; LOCK TABLE contact IN ACCESS EXCLUSIVE MODE; COMMIT');
    expect(await reading).toEqual([false, ['refused']]);
    expect(standbys.state()[0]?.reason).toBe(null);
    expect(standbys.lines.filter((line) => line.includes('broke off'))).toHaveLength(1);
  });

  test('because it does not respond: waiting queries are answered by the primary', async () => {
    const door = await startProxy(() => portOf(setup.pair.hosts[0]));
    onTestFinished(() => door.close());
    const standbys = await open({ url: urlAt(door.port) });
    const read = await readerThere(standbys);
    const reading = answered(() => read(asleep));
    await untilAsleep();
    door.weather('blackhole');
    await standbys.look();
    expect(await reading).toEqual([false, ['refused']]);
    expect(standbys.state()).toEqual([{ reason: 'It does not answer.', lag: null }]);
    expect(standbys.lines.filter((line) => line.includes('does not answer'))).toHaveLength(1);
    door.weather('pass');
    await soon(async () => {
      await standbys.look();
      expect(standbys.state()[0]?.reason).toBe(null);
    });
  });

  test('in the middle of an export: the export continues on the primary', async () => {
    await sql`
      INSERT INTO contact (account, name, phone, operator)
      SELECT ${setup.world.accounts.other}, 'Many', '+97798510' || lpad(n::text, 5, '0'), 'ntc'
      FROM generate_series(1, 4500) n`.execute(setup.world.db);
    const door = await startProxy(() => portOf(setup.pair.hosts[0]));
    const standbys = await open({ url: urlAt(door.port) });
    const rows = {
      ...{ table: 'contact', columns: sql`t.uuid` },
      conditions: sql`t.account = ${setup.world.accounts.other}`,
    };
    const found: string[] = [];
    const read = await readerThere(standbys);
    const [, by] = await answered(async () => {
      for await (const page of listPages<{ uuid: string }>(read, entity, rows)) {
        if (found.length === 0) await door.close();
        found.push(...page.map(({ uuid }) => uuid));
      }
    });
    expect([found.length, new Set(found).size]).toEqual([4500, 4500]);
    expect(by).toEqual(['away', 'refused', 'standby']);
  });
});
