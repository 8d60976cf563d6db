import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { type Kysely, sql } from 'kysely';
import { openDatabase } from '../../server/db/database.ts';
import { startEmbedded } from '../../server/db/embedded.ts';
import { enterableFolder } from '../../tests/support/folder.ts';
import { serverOptions } from '../../tests/support/serverOptions.ts';

const MAIN = resolve(import.meta.dirname, '../../server/main.ts');

/** This server as in production: one API process, workers, and PostgreSQL with fsync on. */
export interface Ours {
  db: Kysely<unknown>;
  /** Of its PostgreSQL, so that a rival can have a database in it. */
  postgres: string;
  url: string;
  /** Of the customer. */
  headers: { authorization: string };
  account: string;
  /** The sender ID that the customer may use. */
  sender: string;
  /** Calls the API as the customer; throws unless the answer is 2xx. */
  call<T>(method: string, path: string, body?: unknown): Promise<T>;
  upload(text: string, name: string): Promise<string>;
  /** Peak resident megabytes of a process, by name. */
  memory(): Record<string, number>;
  /** Process ids: of PostgreSQL's postmaster, the API process and the workers. */
  pids(): { database: number; api: number; workers: number[] };
  /** Starts another API process with additional environment variables, and returns its address. */
  startApi(settings: Record<string, string>): Promise<string>;
  /** Kills a worker as a power failure would, and starts another. */
  replaceWorker(n: number): Promise<void>;
  close(): Promise<void>;
}

interface Process {
  name: string;
  child: ChildProcess;
  url: string;
}

async function startProcess(name: string, role: string, env: Record<string, string>): Promise<Process> {
  const child = spawn(process.execPath, [...serverOptions, MAIN, '--role', role], {
    env: { ...process.env, NODE_ENV: 'production', LOG_LEVEL: 'warn', HOST: '127.0.0.1', PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { promise, resolve: found, reject } = Promise.withResolvers<string>();
  createInterface(child.stdout as NodeJS.ReadableStream).on('line', (line) => {
    const port = /localhost:(\d+)/.exec(line)?.[1];
    if (port) found(`http://127.0.0.1:${port}`);
  });
  child.once('exit', (code) => reject(new Error(`${name} ended with ${code}`)));
  return { name, child, url: await promise };
}

/** `smpp`: the operator's address. Large campaigns need no approval. */
export async function startOurs({
  workers,
  smpp,
  settings = {},
}: {
  workers: number;
  smpp: string;
  /** Environment variables in addition to the common ones. */
  settings?: Record<string, string>;
}): Promise<Ours> {
  const folder = enterableFolder('bench-ours-');
  const postgres = await startEmbedded({ dataDir: folder });
  const env = {
    DATABASE_URL: postgres.url,
    DATA_DIR: folder,
    SMPP_URL: smpp,
    SECRET_KEY: 'x'.repeat(32),
    ...settings,
  };
  const processes: Process[] = [];
  // A failure in between leaves nothing behind either.
  const cleanUp = () => {
    for (const { child } of processes) child.kill('SIGKILL');
    process.kill(postgres.pid, 'SIGQUIT');
    // PostgreSQL still writes while it stops.
    const pause = new Int32Array(new SharedArrayBuffer(4));
    for (let tries = 0; tries < 100 && existsSync(folder); tries++) {
      Atomics.wait(pause, 0, 0, 100);
      rmSync(folder, { recursive: true, force: true });
    }
  };
  process.once('exit', cleanUp);
  processes.push(await startProcess('api', 'api', env));
  for (let i = 1; i <= workers; i++) processes.push(await startProcess(`worker ${i}`, 'worker', env));
  const { db, close } = openDatabase(postgres.url, 4, () => {}, { isBounded: false });
  const token = randomUUID();
  const { rows } = await sql<{ sender: string; account: string }>`
    WITH a AS (INSERT INTO account (name, balance) VALUES ('Bench', 900000000000) RETURNING uuid),
    e AS (INSERT INTO wallet_entry (account, kind, amount, balance) SELECT uuid, 'opening', 900000000000, 900000000000 FROM a),
    u AS (INSERT INTO users (account, name, email, role, password_hash)
      SELECT uuid, 'Bench', 'bench@bench.test', 'customer', 'none' FROM a RETURNING uuid),
    t AS (INSERT INTO token (hash, "user", expires_at)
      SELECT ${createHash('sha256').update(token).digest()}, uuid, now() + interval '1 day' FROM u)
    INSERT INTO sender_identity (account, name, purpose, status) SELECT uuid, 'BENCH', 'Bench', 'approved' FROM a
    RETURNING uuid AS sender, account`.execute(db);
  const url = processes[0]?.url as string;
  const headers = { authorization: `Token ${token}` };

  async function answerOf<T>(response: Response): Promise<T> {
    const text = await response.text();
    if (!response.ok) throw new Error(`${response.url}: ${response.status} ${text}`);
    return JSON.parse(text) as T;
  }
  return {
    db,
    postgres: postgres.url,
    url,
    headers,
    account: rows[0]?.account as string,
    sender: rows[0]?.sender as string,
    async call(method, path, body) {
      const json = { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
      return answerOf(
        await fetch(url + path, {
          method,
          headers: { ...headers, ...(body !== undefined && json) },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        }),
      );
    },
    async upload(text, name) {
      const body = new FormData();
      body.append('file', new Blob([text]), name);
      const response = await fetch(`${url}/v1/core/upload/file/public/`, { method: 'POST', headers, body });
      return (await answerOf<{ data: { uuid: string } }>(response)).data.uuid;
    },
    memory: () =>
      Object.fromEntries(
        processes.map(({ name, child }) => {
          const peak = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1];
          return [name, Math.round(Number(peak) / 1024)];
        }),
      ),
    pids() {
      const of = (role: RegExp) =>
        processes.flatMap(({ name, child }) => (role.test(name) ? [child.pid as number] : []));
      return { database: postgres.pid, api: of(/^api$/)[0] as number, workers: of(/^worker /) };
    },
    async startApi(more) {
      const started = await startProcess('another api', 'api', { ...env, ...more });
      processes.push(started);
      return started.url;
    },
    async replaceWorker(n) {
      const { name, child } = processes[n] as Process;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      processes[n] = await startProcess(name, 'worker', env);
    },
    async close() {
      for (const { child } of processes.toReversed()) {
        const ended = once(child, 'exit');
        child.kill('SIGTERM');
        await ended;
      }
      await close();
      await postgres.stop();
      process.off('exit', cleanUp);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The n-th of a million numbers after a three-digit prefix. None ends like those that the simulator refuses. */
export const numberAt = (prefix: string, n: number): string => prefix + String(n * 10 + 5).padStart(7, '0');

/** A CSV file with this many different mobile numbers of Nepal Telecom and Ncell. */
export function numbersCsv(count: number): string {
  const rows = ['phone'];
  for (let i = 0; i < count; i++) rows.push(numberAt(i % 2 ? '984' : '980', i >> 1));
  return rows.join('\n');
}

/** One campaign to an uploaded file, as large senders do it. */
export async function sendFile(ours: Ours, messages: number): Promise<void> {
  const reference = await ours.upload(numbersCsv(messages), 'numbers.csv');
  const body = {
    ...{ name: 'Bench', sender: ours.sender, body: 'Hello there' },
    recipients: { file: { reference, phone: 'phone' } },
  };
  const { data } = await ours.call<{ data: { uuid: string; cost: number } }>(
    'POST',
    '/v1/sms/compose/plan/',
    body,
  );
  await ours.call('POST', '/v1/sms/compose/', { ...body, plan: data.uuid, cost: data.cost });
}
