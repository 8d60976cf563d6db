import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { openDatabase } from '../../server/db/database.ts';
import { cleanEnvironment } from '../../server/db/embeddedFiles.ts';
import { enterableFolder } from '../../tests/support/folder.ts';
import { fill, RARE, settled } from './lists.ts';
import { startOurs } from './ours.ts';
import { paceOf } from './rivals.ts';
import type { Row } from './table.ts';

/** Ticks of the kernel's processor time in a second. */
const TICKS = 100;
const CONNECTIONS = 50;
const SECONDS = 8;

/** Seconds of processor time that a PostgreSQL has used, with all its running and ended sessions. */
function processorOf(postmaster: number): number {
  const ticks = (pid: string | number, withEnded: boolean) => {
    const [, fields = ''] = /\) (.*)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    const [, parent, ...rest] = fields.split(' ').map(Number);
    // utime, stime, and those of children that have ended: fields 14 to 17 of proc(5).
    const times = rest.slice(9, withEnded ? 13 : 11);
    return { parent, sum: times.reduce((all, one) => all + one, 0) };
  };
  let sum = ticks(postmaster, true).sum;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const one = ticks(pid, false);
      if (one.parent === postmaster) sum += one.sum;
    } catch {} // ended in the meantime
  }
  return sum / TICKS;
}

interface Copy {
  url: string;
  close(): Promise<void>;
}

/** A streaming standby of a running PostgreSQL on this machine, from a copy of its files. */
async function startCopy(db: Kysely<unknown>, postgres: string): Promise<Copy> {
  const { rows } = await sql<{ folder: string; socket: string }>`
    SELECT current_setting('data_directory') AS folder, current_setting('unix_socket_directories') AS socket`.execute(
    db,
  );
  const { folder, socket } = rows[0] as (typeof rows)[0];
  const root = enterableFolder('bench-standby-');
  const [data, own] = [join(root, 'data'), join(root, 'socket')];
  await db.connection().execute(async (one) => {
    await sql`SELECT pg_backup_start('standby', fast => true)`.execute(one);
    cpSync(folder, data, { recursive: true, preserveTimestamps: true });
    const label = await sql<{ label: string }>`
      SELECT labelfile AS label FROM pg_backup_stop(wait_for_archive => false)`.execute(one);
    writeFileSync(join(data, 'backup_label'), label.rows[0]?.label as string);
  });
  writeFileSync(join(data, 'standby.signal'), '');
  rmSync(join(data, 'postmaster.pid'), { force: true });
  mkdirSync(own);
  // PostgreSQL refuses a folder that others can enter.
  chmodSync(data, 0o700);
  const { uid, gid } = statSync(folder);
  const give = (path: string) => {
    chownSync(path, uid, gid);
    if (statSync(path).isDirectory()) for (const name of readdirSync(path)) give(join(path, name));
  };
  give(root);
  const settings = [
    ...['listen_addresses=', `unix_socket_directories=${own}`, 'shared_buffers=256MB', 'max_connections=100'],
    ...[`primary_conninfo=host=${socket} user=postgres`, 'timezone=UTC', 'jit=off', 'random_page_cost=1.1'],
  ];
  const binary = join(
    dirname(readFileSync(join(folder, 'postmaster.opts'), 'utf8').split(' ')[0] as string),
    'postgres',
  );
  const child: ChildProcess = spawn(binary, ['-D', data, ...settings.flatMap((one) => ['-c', one])], {
    ...(process.getuid?.() === 0 && { uid, gid }),
    cwd: '/',
    env: cleanEnvironment(),
    stdio: 'ignore',
  });
  process.once('exit', () => {
    child.kill('SIGQUIT');
    rmSync(root, { recursive: true, force: true });
  });
  const url = new URL(postgres);
  url.searchParams.set('host', own);
  const { db: copied, close } = openDatabase(url.href, 1, () => {});
  for (let isThere = false; !isThere; await sleep(200)) {
    isThere = await sql`SELECT`.execute(copied).then(
      () => true,
      () => false,
    );
    if (child.exitCode !== null) throw new Error(`the standby ended with ${child.exitCode}`);
  }
  await close();
  return {
    url: url.href,
    async close() {
      const ended = once(child, 'exit');
      child.kill('SIGINT');
      await ended;
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** Lists and searches of a million contacts, with and without a standby to read from: what is left to the primary. */
export async function standby(rounds: number): Promise<Row[]> {
  const ours = await startOurs({ workers: 0, smpp: 'smpp://none:none@127.0.0.1:1' });
  console.error('a million contacts ...');
  await sql`ALTER SYSTEM SET wal_keep_size = '4GB'`.execute(ours.db);
  await sql`SELECT pg_reload_conf()`.execute(ours.db);
  await fill(ours.db, 'contact', ours.account);
  const copy = await startCopy(ours.db, ours.postgres);
  const reading = await ours.startApi({ READ_DATABASE_URL: copy.url });
  const { rows } = await sql<{ folder: string }>`SELECT current_setting('data_directory') AS folder`.execute(
    ours.db,
  );
  const postmaster = Number(
    readFileSync(join(rows[0]?.folder as string, 'postmaster.pid'), 'utf8').split('\n')[0],
  );

  const path = '/v1/core/contacts/';
  const found: Row[] = [];
  for (const [what, query, budget, factor] of [
    // What is left is who asks, and the position.
    ['page 1 of a million contacts', '', 'a quarter less', 4 / 3],
    ['a search that finds five of them', `?search=${RARE}`, 'half', 2],
  ] as const) {
    const work: Row = {
      ...{
        what: `${what}, read from a standby: processor time of the primary for 1,000 requests`,
        unit: 'ms',
      },
      ...{ better: 'less', ours: [], rivals: { 'without a standby': [] }, budget, factor },
    };
    const rate: Row = {
      ...{ what: `the same, ${CONNECTIONS} connections, all on one machine`, unit: 'requests/s' },
      ...{ better: 'more', ours: [], rivals: { 'without a standby': [] }, budget: '-' },
    };
    const measure = async (origin: string): Promise<[milliseconds: number, rate: number]> => {
      await settled(ours.db);
      const before = processorOf(postmaster);
      const pace = await paceOf(`${origin}${path}${query}`, {
        ...{ headers: ours.headers, connections: CONNECTIONS, seconds: SECONDS },
      });
      const seconds = processorOf(postmaster) - before;
      return [(seconds / (pace.rate * SECONDS)) * 1_000_000, pace.rate];
    };
    // Neither is measured cold.
    for (const origin of [ours.url, reading]) await measure(origin);
    for (let round = 0; round < rounds; round++) {
      for (const [origin, of] of [
        [reading, ({ ours: own }: Row) => own],
        [ours.url, ({ rivals }: Row) => rivals['without a standby'] as number[]],
      ] as const) {
        const [milliseconds, perSecond] = await measure(origin);
        of(work).push(milliseconds);
        of(rate).push(perSecond);
        console.error(
          `${what}: ${origin === reading ? 'standby' : 'primary'} ${perSecond.toFixed(1)}/s, ${milliseconds.toFixed(0)} ms`,
        );
      }
    }
    found.push(work, rate);
  }
  await ours.close();
  await copy.close();
  return found;
}
