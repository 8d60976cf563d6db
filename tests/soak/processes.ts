import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '../support/ports.ts';
import { TEST_KEY } from '../support/secretKey.ts';
import { programOf } from '../support/serverBundle.ts';

const FAKETIME = ['x86_64', 'aarch64']
  .map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketime.so.1`)
  .find((path) => existsSync(path));

/** Why no clock can be skewed; null where one can. */
export const noClock = FAKETIME ? null : "libfaketime (Debian's package faketime) is not installed";

export interface ServerProcess {
  name: string;
  role: 'api' | 'worker';
  url: string;
  /** Runs, as far as the soak knows: it was started and not killed. */
  readonly isUp: boolean;
  /** When it said last that it is up, by the monotonic clock. */
  readonly upSince: number;
  /** Lines of its log that say that something went wrong, of all its lives. */
  readonly errors: readonly LogLine[];
  /** Ends that the soak did not bring about. */
  readonly deaths: readonly string[];
  start(): Promise<void>;
  kill(): Promise<void>;
  /** Steps its clock, in seconds away from the true time. */
  skew(seconds: number): void;
}

export interface LogLine {
  level: number;
  msg: string;
  err?: { message?: string; code?: string; detail?: string; where?: string; stack?: string };
}

/** `node server/main.ts --role ...`, on a port that stays the same over its lives. */
export async function createProcess(
  name: string,
  role: 'api' | 'worker',
  folder: string,
  environment: Record<string, string>,
): Promise<ServerProcess> {
  const port = await freePort();
  const clock = join(folder, `${name}.clock`);
  const errors: LogLine[] = [];
  const deaths: string[] = [];
  let child: ChildProcess | undefined;
  let isUp = false;
  let upSince = 0;
  let meant = false;

  const read = (line: string) => {
    if (!line.startsWith('{')) return;
    const { level, msg, err } = JSON.parse(line) as LogLine;
    if (level >= 50) errors.push({ level, msg, ...(err && { err }) });
  };
  const skew = (seconds: number) => writeFileSync(clock, `${seconds < 0 ? '-' : '+'}${Math.abs(seconds)}\n`);
  const end = async (signal: NodeJS.Signals) => {
    isUp = false;
    meant = true;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  };

  const start = async () => {
    meant = false;
    const { main, cache } = await programOf('server');
    const started = spawn(process.execPath, [main, '--role', role], {
      env: {
        ...process.env,
        ...cache,
        NODE_ENV: 'test',
        HOST: '127.0.0.1',
        PORT: String(port),
        DATA_DIR: join(folder, name),
        LOG_LEVEL: 'warn',
        SECRET_KEY: TEST_KEY,
        ...environment,
        ...(FAKETIME && {
          LD_PRELOAD: FAKETIME,
          FAKETIME_TIMESTAMP_FILE: clock,
          FAKETIME_CACHE_DURATION: '1',
          FAKETIME_DONT_FAKE_MONOTONIC: '1',
        }),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child = started;
    const other: string[] = [];
    started.stderr.on('data', (chunk) => other.push(String(chunk)));
    started.once('exit', (code, signal) => {
      const wasUp = isUp;
      isUp = false;
      if (meant) return;
      deaths.push(`${name} ended with ${signal ?? code}: ${other.join('').slice(0, 4000)}`);
      if (wasUp) void server.start();
    });
    const lines = createInterface(started.stdout);
    await new Promise<void>((up) => {
      started.once('exit', () => up());
      lines.on('line', (line) => {
        read(line);
        if (!/is at http/.test(line)) return;
        isUp = true;
        upSince = performance.now();
        up();
      });
    });
  };
  skew(0);
  process.once('exit', () => child?.kill('SIGKILL'));

  const server: ServerProcess = {
    name,
    role,
    url: `http://127.0.0.1:${port}`,
    get isUp() {
      return isUp;
    },
    get upSince() {
      return upSince;
    },
    errors,
    deaths,
    // What cannot start while the database is away is started again, as a service manager does.
    async start() {
      for (let attempt = 0; ; attempt++) {
        await start();
        if (isUp || meant) return;
        if (attempt >= 60) throw new Error(`${name} does not start: ${deaths.at(-1)}`);
        deaths.pop();
        await new Promise((again) => setTimeout(again, 1000));
      }
    },
    kill: () => end('SIGKILL'),
    skew,
  };
  return server;
}
