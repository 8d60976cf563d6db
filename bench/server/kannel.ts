import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, listens } from '../../tests/support/ports.ts';
import type { RunningSimulator } from '../../tests/support/simulator.ts';
import { numberAt } from './ours.ts';

/** How many recipients one request of Kannel's HTTP interface has, and how many requests run concurrently. */
const RECIPIENTS = 100;
const AT_ONCE = 10;

export interface Kannel {
  version: string;
  /** Hands it messages to this many numbers; resolves when it has accepted all of them. */
  send(count: number, withReceipts: boolean): Promise<void>;
  close(): Promise<void>;
}

/** Why Kannel cannot run here; null if it can. */
export function noKannel(): string | null {
  try {
    execFileSync('which', ['bearerbox', 'smsbox'], { stdio: 'ignore' });
    return null;
  } catch {
    return 'Kannel is not installed: apt-get install kannel';
  }
}

/** Kannel's bearerbox and smsbox, bound to the operator simulator with the same window as ours. */
export async function startKannel(simulator: RunningSimulator): Promise<Kannel> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-kannel-'));
  const ports: Record<string, number> = { 2775: Number(new URL(simulator.url).port) };
  for (const port of ['13000', '13001', '13013']) ports[port] = await freePort();
  const given = readFileSync(join(import.meta.dirname, '../kannel/kannel.conf'), 'utf8');
  writeFileSync(
    join(folder, 'kannel.conf'),
    given
      .replace(/\b(2775|130\d\d)\b/g, (port) => String(ports[port] ?? port))
      .replaceAll('log-level = 2', 'log-level = 4'),
  );
  const children: ChildProcess[] = [];
  const start = (command: string) =>
    children.push(spawn(command, ['kannel.conf'], { cwd: folder, stdio: 'ignore' }));
  start('bearerbox');
  await listens(ports[13001] as number);
  start('smsbox');
  await listens(ports[13013] as number);
  while ((await simulator.stats()).sessions === 0) await sleep(50);
  // Kannel reports each receipt by a request.
  const reports = createServer((request, response) => {
    request.resume();
    response.end();
  }).listen(0, '127.0.0.1');
  await once(reports, 'listening');
  const back = `http://127.0.0.1:${(reports.address() as AddressInfo).port}/?type=%d`;
  const version = /version `([\d.]+)'/.exec(
    execFileSync('bearerbox', ['--version'], { encoding: 'utf8' }),
  )?.[1];
  let sent = 0;
  return {
    version: version ?? 'unknown',
    async send(count, withReceipts) {
      const last = sent + count;
      const one = async () => {
        while (sent < last) {
          const n = Math.min(RECIPIENTS, last - sent);
          const to = Array.from({ length: n }, (_, i) => `+977${numberAt('986', sent + i)}`);
          sent += n;
          const query = new URLSearchParams({
            ...{ username: 'bench', password: 'bench', from: 'DEMO', to: to.join(' '), text: 'Hello there' },
            ...(withReceipts && { 'dlr-mask': '3', 'dlr-url': back }),
          });
          const response = await fetch(`http://127.0.0.1:${ports[13013]}/cgi-bin/sendsms?${query}`);
          if (response.status !== 202) throw new Error(`Kannel: ${response.status} ${await response.text()}`);
          await response.text();
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, one));
    },
    async close() {
      for (const child of children.toReversed()) {
        const ended = once(child, 'exit');
        child.kill('SIGTERM');
        await ended;
      }
      reports.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
