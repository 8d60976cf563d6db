import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { keepEmbedded } from '../../../server/db/embeddedKeeper.ts';
import { PASSWORD, users } from '../../support/app.ts';
import { failedStart, type RunningServer, startServer } from '../../support/server.ts';

const MB = 1024 * 1024;
/** Milliseconds: databases and a whole server start here, on a machine that may be busy. */
const LIMIT = 180_000;
const patience = { timeout: 60_000, interval: 50 };
const PATH = '/v1/core/contacts/';
const mount = (...args: string[]) => spawnSync('mount', args).status === 0;

/** Whether this user may make a disk of its own: root outside most containers. */
const isAble = process.platform === 'linux' && process.getuid?.() === 0;

// In this order: the disk grows from test to test.
describe.skipIf(!isAble)('the embedded database on a disk that is full', { shuffle: false }, () => {
  let disk: string;
  let server: RunningServer | undefined;
  let isMounted = false;
  const ballast = () => join(disk, 'ballast');
  const fill = async () => {
    const { bavail, bsize } = await statfs(disk);
    spawnSync('fallocate', ['-l', String(bavail * bsize), ballast()]);
  };

  beforeAll(async () => {
    disk = await mkdtemp(join(tmpdir(), 'bulk-sms-disk-'));
    isMounted = mount('-t', 'tmpfs', '-o', 'size=8m,mode=0711', 'tmpfs', disk);
  });
  afterAll(async () => {
    await server?.kill('SIGTERM');
    if (isMounted) spawnSync('umount', ['-l', disk]);
    await rm(disk, { recursive: true, force: true });
  });

  test('does not start, and says why in one sentence', async ({ skip }) => {
    skip(!isMounted, 'no disk can be mounted here');
    const { code, output } = await failedStart({ DATA_DIR: disk });
    expect([code, output]).toEqual([
      1,
      expect.stringMatching(
        /^The server cannot start: The disk of \S+ is full: PostgreSQL cannot start with the \d MB left\n$/,
      ),
    ]);
  });

  test(
    'starts again by itself when its log had no room, with every acknowledged row',
    async ({ skip }) => {
      skip(!isMounted || !mount('-o', 'remount,size=160m', disk), 'no disk can be mounted here');
      const lines: string[] = [];
      const kept = await keepEmbedded({ dataDir: disk, log: (line) => lines.push(line) });
      try {
        const query = async (text: string) => {
          const client = new Client({ connectionString: kept.url });
          client.on('error', () => {}); // a server that dies says so to the query too
          try {
            await client.connect();
            return (await client.query(text)).rows;
          } finally {
            await client.end().catch(() => {});
          }
        };
        await query('CREATE TABLE kept AS SELECT 0 AS n');
        await fill();
        // The log alone is filled: a table that cannot grow would only refuse its row.
        let n = 1;
        while (!lines.join().includes('is full')) {
          await query(`SELECT pg_logical_emit_message(false, 'full', repeat('x', ${4 * MB}))`).catch(
            () => {},
          );
          await query(`INSERT INTO kept VALUES (${n})`).then(
            () => n++,
            () => {},
          );
        }
        await rm(ballast());
        const rows = await vi.waitFor(() => query('SELECT count(*)::int AS n FROM kept'), patience);
        // One whose answer was lost may be there all the same.
        expect(rows[0].n).toBeGreaterThanOrEqual(n);
        await vi.waitFor(() => expect(lines.at(-1)).toBe('PostgreSQL runs again'), patience);
      } finally {
        await kept.stop();
      }
    },
    LIMIT,
  );

  test(
    'loses nothing that was acknowledged when it fills up, and goes on when there is room',
    async ({ skip }) => {
      skip(!isMounted || !mount('-o', 'remount,size=400m', disk), 'no disk can be mounted here');
      server = await startServer({ DATA_DIR: disk });
      const { url, call, signIn } = server;
      await signIn(users.customer, PASSWORD);
      const status = async (path: string) => (await fetch(url + path)).status;
      const count = async () => (await call<{ count: number }>('GET', `${PATH}?page_size=1`)).count;
      const before = await count();
      let kept = 0;
      const keep = async () => {
        const contact = { groups: [], attributes: {}, is_active: true };
        await call('POST', PATH, { ...contact, name: `Kept ${kept}`, phone: `+97798600${10_000 + kept}` });
        kept++;
      };
      await keep();
      // All but the last of it: what the database writes takes the rest.
      await fill();
      const refused = await (async () => {
        for (;;) await keep();
      })().catch((error: Error) => error.message);
      expect(refused).toMatch(/^POST \S+: 50[03] /);
      expect(await status('/healthz')).toBe(200);

      await rm(ballast());
      await vi.waitFor(async () => expect(await status('/readyz')).toBe(200), {
        timeout: 60_000,
        interval: 50,
      });
      // One that was refused may have been written all the same; its answer is what got lost.
      const now = (await count()) - before;
      expect([kept, kept + 1]).toContain(now);
      kept = now;
      await keep();
      expect(await count()).toBe(before + kept);
    },
    LIMIT,
  );
});
