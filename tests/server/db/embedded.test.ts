import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Embedded, startEmbedded } from '../../../server/db/embedded.ts';
import { isAlive } from '../../../server/db/embeddedFiles.ts';
import { compileCache } from '../../support/compileCache.ts';
import { enterableFolder } from '../../support/folder.ts';

const ownerScript = fileURLToPath(new URL('../../support/embeddedOwner.ts', import.meta.url));
const folders: string[] = [];
let shared: string;
let dataDir: string;
let running: Embedded[];
let children: ChildProcess[];

function freshFolder(): string {
  const folder = enterableFolder('embedded-');
  folders.push(folder);
  return folder;
}

beforeAll(async () => {
  shared = freshFolder();
});

beforeEach(() => {
  dataDir = shared;
  running = [];
  children = [];
});

afterEach(async () => {
  for (const child of children) {
    if (child.exitCode === null && child.signalCode === null) {
      const exit = once(child, 'exit');
      child.kill('SIGTERM');
      await exit;
    }
  }
  for (const server of running) await server.stop();
});

afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

async function start(more: { durable?: boolean; transport?: 'socket' | 'loopback' } = {}): Promise<Embedded> {
  const server = await startEmbedded({ dataDir, ...more });
  running.push(server);
  return server;
}

/** Another process that starts a database on the same folder, and what it said. */
async function startElsewhere() {
  const child = spawn(process.execPath, [ownerScript, dataDir], {
    env: { ...process.env, ...compileCache },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  return { child, answer: JSON.parse(line) as { url: string; pid: number; error?: string } };
}

async function kill(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}

async function query<Row>(url: string, text: string): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows as Row[];
  } finally {
    await client.end();
  }
}

describe('startEmbedded', () => {
  test('answers on the database `console`, durably, by a socket only, and leaves nothing behind', async () => {
    const server = await start();
    const [row] = await query<Record<string, string>>(
      server.url,
      `SELECT current_database() AS name, current_setting('fsync') AS fsync,
              current_setting('listen_addresses') AS addresses, current_setting('server_encoding') AS encoding`,
    );
    expect(row).toEqual({ name: 'console', fsync: 'on', addresses: '', encoding: 'UTF8' });
    expect(isAlive(server.pid)).toBe(true);
    await server.stop();
    await server.exited;
    expect(isAlive(server.pid)).toBe(false);
    expect((await readdir(dataDir)).sort()).toEqual(['postgres', 'postgres.log']);
    await server.stop();
  });

  test('knows Devanagari letters: case, classes and trigrams', async () => {
    const { url } = await start({ durable: false });
    await query(url, 'CREATE EXTENSION pg_trgm');
    const [row] = await query<Record<string, unknown>>(
      url,
      `SELECT cardinality(show_trgm('नेपाल')) > 0 AS trigrams, upper('é') AS upper, 'क' < 'ख' AS sorted`,
    );
    expect(row).toEqual({ trigrams: true, upper: 'É', sorted: true });
  });

  test('works over loopback with a password, where there are no sockets', async () => {
    dataDir = freshFolder();
    const server = await start({ durable: false, transport: 'loopback' });
    expect(await query(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    const wrong = new URL(server.url);
    wrong.password = 'wrong';
    await expect(query(wrong.href, 'SELECT 1')).rejects.toThrow('password authentication failed');
  });

  test('refuses a folder whose owner lives, naming the process, and leaves that one alone', async () => {
    const { child, answer } = await startElsewhere();
    await expect(startEmbedded({ dataDir })).rejects.toThrow(
      new RegExp(`^The data folder .* is in use by process ${child.pid}: .*$`),
    );
    expect(await query(answer.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test('gives a folder to exactly one of several processes that start on it at once', async () => {
    dataDir = freshFolder();
    const started = await Promise.all([startElsewhere(), startElsewhere(), startElsewhere()]);
    const winners = started.filter(({ answer }) => !answer.error);
    expect(winners).toHaveLength(1);
    for (const { answer } of started) {
      if (answer.error) expect(answer.error).toContain(`in use by process ${winners[0]?.child.pid}`);
    }
    expect((await readdir(dataDir)).sort()).toEqual(['postgres', 'postgres.log']);
  });

  test('takes over what a killed owner left running, with every acknowledged row', async () => {
    const { child, answer } = await startElsewhere();
    await query(answer.url, 'CREATE TABLE kept AS SELECT generate_series(1, 1000) AS n');
    await kill(child);
    const server = await start();
    expect(server.pid).toBe(answer.pid);
    expect(await query(server.url, 'SELECT count(*)::int AS n FROM kept')).toEqual([{ n: 1000 }]);
    await server.stop();
    expect(isAlive(answer.pid)).toBe(false);
  });

  test('restarts what was left running with other settings', async () => {
    const { child, answer } = await startElsewhere();
    await kill(child);
    const server = await start({ durable: false });
    expect(server.pid).not.toBe(answer.pid);
    expect(isAlive(answer.pid)).toBe(false);
    expect(await query(server.url, 'SHOW fsync')).toEqual([{ fsync: 'off' }]);
  });

  test('survives the death of both, owner and server, with every acknowledged row', async () => {
    const { child, answer } = await startElsewhere();
    await query(answer.url, 'CREATE TABLE kept_too AS SELECT generate_series(1, 1000) AS n');
    await kill(child);
    process.kill(answer.pid, 'SIGKILL');
    const server = await start();
    expect(server.pid).not.toBe(answer.pid);
    expect(await query(server.url, 'SELECT count(*)::int AS n FROM kept_too')).toEqual([{ n: 1000 }]);
  });

  test('starts although a session of the killed server is still busy and has not noticed', async () => {
    const { child, answer } = await startElsewhere();
    const busy = new Client({ connectionString: answer.url });
    busy.on('error', () => {});
    await busy.connect();
    const endless = busy.query('DO $$ BEGIN LOOP PERFORM 1; END LOOP; END $$').catch(() => 'ended');
    await expect
      .poll(() =>
        query(answer.url, `SELECT FROM pg_stat_activity WHERE state = 'active' AND query LIKE 'DO%'`),
      )
      .toHaveLength(1);
    await kill(child);
    process.kill(answer.pid, 'SIGKILL');
    const server = await start();
    expect(server.pid).not.toBe(answer.pid);
    expect(await query(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(await endless).toBe('ended');
  });

  test.each(['gone', 'another program'])(
    'survives a stale postmaster.pid whose process is %s',
    async (now) => {
      await (await start()).stop();
      const folder = join(dataDir, 'postgres');
      const { uid, gid } = await stat(folder);
      // Of the same user: what postgres may not signal it takes for stale by itself.
      const other = spawn('sleep', ['1000'], { cwd: '/', stdio: 'ignore', uid, gid });
      children.push(other);
      await once(other, 'spawn');
      if (now === 'gone') await kill(other);
      await writeFile(
        join(folder, 'postmaster.pid'),
        `${other.pid}\n${folder}\n1700000000\n5432\n/tmp\n\n\nready\n`,
      );
      await chmod(join(folder, 'postmaster.pid'), 0o666);
      const server = await start();
      expect(await query(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
      expect(isAlive(other.pid ?? 0)).toBe(now !== 'gone');
    },
  );

  test('says when the server ends by itself', async () => {
    const lines: string[] = [];
    const server = await startEmbedded({ dataDir, durable: false, log: (line) => lines.push(line) });
    running.push(server);
    process.kill(server.pid, 'SIGINT');
    await server.exited;
    expect(lines).toEqual([`PostgreSQL (process ${server.pid}) has ended by itself: see postgres.log`]);
  });

  test('keeps the folder through a restart of the server underneath', async () => {
    const server = await start({ durable: false });
    const [backend] = await query<{ pid: number }>(
      server.url,
      `SELECT pid FROM pg_stat_activity WHERE application_name LIKE 'bulk-sms-console %'`,
    );
    await query(server.url, `SELECT pg_terminate_backend(${backend?.pid})`);
    await expect
      .poll(() => query(server.url, `SELECT FROM pg_locks WHERE locktype = 'advisory' AND granted`))
      .toHaveLength(1);
    await expect(startEmbedded({ dataDir, durable: false })).rejects.toThrow(`process ${process.pid}`);
  });

  test('shows the reason of PostgreSQL when it cannot start', async () => {
    dataDir = freshFolder();
    await (await start()).stop();
    await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '12\n');
    await expect(startEmbedded({ dataDir })).rejects.toThrow(/does not start: .*incompatible/s);
  });
});
