import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Settings } from '../../server/simulator/deliveryResult.ts';
import type { Accepted, Entry } from '../../server/simulator/ledger.ts';
import type { SimulatorMessage } from '../../server/simulator/messages.ts';
import type { SimulatorStats } from '../../server/simulator/simulator.ts';
import { temporaryFolder } from './folder.ts';
import { programOf } from './serverBundle.ts';

export interface RunningSimulator {
  /** smpp://demo:demo@127.0.0.1:port, or http://127.0.0.1:port with the protocol `http`; the same after a restart. */
  url: string;
  stats(): Promise<SimulatorStats>;
  /** The operator's messages for a phone (+977...). */
  messages(to: string): Promise<SimulatorMessage[]>;
  /** Every submit_sm that it accepted, in the order of arrival. */
  accepted(): Promise<Accepted[]>;
  /** A handset replies to a sender; resolves with the command_status of the acknowledgement. */
  answer(message: { from: string; to: string; text: string }): Promise<number>;
  settings(patch: Partial<Settings>): Promise<void>;
  reset(): Promise<void>;
  /** What a terminal would send it; it goes on. */
  signal(signal: NodeJS.Signals): void;
  /** Resolves when the process has ended. The journal stays for restart(). */
  kill(signal?: NodeJS.Signals): Promise<void>;
  /** Starts it again on the same ports with its journal; kills it first if it is running. */
  restart(): Promise<void>;
}

/**
 * The operator simulator in a separate process, which ends with this one. Flags are those of
 * server/simulator/main.ts without their dashes: { undelivered: 0, 'late-by': 50 }.
 */
export async function startSimulator(flags: Record<string, string | number> = {}): Promise<RunningSimulator> {
  const folder = temporaryFolder('simulator-');
  const journal = String(flags.journal ?? join(folder, 'journal.jsonl'));
  const isHttp = flags.protocol === 'http';
  let ports: { smpp?: number; http?: number; control: number } = { control: 0 };
  let child: ChildProcess | null = null;

  async function start(): Promise<void> {
    const given = {
      port: ports.smpp ?? ports.http ?? 0,
      'control-port': ports.control,
      ...flags,
      journal,
    };
    const args = Object.entries(given).flatMap(([name, value]) => [`--${name}`, String(value)]);
    const { main, cache } = await programOf('simulator');
    const started = spawn(process.execPath, [main, '--follow-parent', ...args], {
      env: { ...process.env, ...cache },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    child = started;
    const exited = once(started, 'exit').then(([code]) => {
      throw new Error(`the simulator ended with ${code} before it was ready`);
    });
    exited.catch(() => {});
    const [line] = await Promise.race([once(createInterface(started.stdout), 'line'), exited]);
    ports = JSON.parse(line);
  }

  async function kill(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    const running = child;
    child = null;
    if (!running || running.exitCode !== null || running.signalCode !== null) return;
    const exited = once(running, 'exit');
    running.kill(signal);
    await exited;
  }

  async function call<T>(method: string, path: string, body?: object): Promise<T> {
    const url = `http://127.0.0.1:${ports.control}${path}`;
    // No keep-alive: after a restart the connection would be dead.
    const headers = { connection: 'close', 'content-type': 'application/json' };
    const response = await fetch(url, { method, headers, body: body && JSON.stringify(body) });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response.json() as Promise<T>;
  }

  await start();
  return {
    url: isHttp ? `http://127.0.0.1:${ports.http}` : `smpp://demo:demo@127.0.0.1:${ports.smpp}`,
    stats: () => call('GET', '/stats'),
    messages: (to) => call('GET', `/messages?to=${encodeURIComponent(to)}`),
    async accepted() {
      // It writes the journal before it answers.
      await call('GET', '/stats');
      const lines = readFileSync(journal, 'utf8').split('\n').slice(0, -1);
      return lines.map((line) => JSON.parse(line) as Entry).filter((entry) => entry.e === 'accepted');
    },
    answer: async (message) =>
      (await call<{ command_status: number }>('POST', '/mo', message)).command_status,
    settings: (patch) => call('PUT', '/settings', patch),
    reset: () => call('POST', '/reset'),
    signal: (signal) => void child?.kill(signal),
    kill,
    async restart() {
      await kill('SIGKILL');
      await start();
    },
  };
}
