import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));

/** Behaviour of the demonstration's operator: slow enough to watch, and with some failures, but none of a number for good. */
const DEMO = { rejected: 0.01, 'per-message': 'true', late: 0.05, 'late-by': 8000, 'receipt-after': 1500 };

export interface SimulatorProcess {
  /** The operator's address, as for SMPP_URL. */
  url: string;
  /** Its counters and settings, over HTTP on loopback. */
  control: string;
  stop(): Promise<void>;
}

/** Starts the operator simulator as a process that ends with this one. Its journal outlives both. */
export async function startSimulator({
  journal,
  port,
}: {
  journal: string;
  port: number;
}): Promise<SimulatorProcess> {
  const flags = Object.entries({ port, 'control-port': 0, journal, ...DEMO });
  const args = flags.flatMap(([name, value]) => [`--${name}`, String(value)]);
  const child = spawn(process.execPath, [MAIN, '--follow-parent', ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const failed = ended.then(([code]) => {
    throw new Error(`the operator simulator ended with ${code} before it was ready`);
  });
  const [line] = (await Promise.race([once(createInterface(child.stdout), 'line'), failed])) as [string];
  failed.catch(() => {});
  const { smpp, control } = JSON.parse(line) as { smpp: number; control: number };
  return {
    url: `smpp://demo:demo@127.0.0.1:${smpp}`,
    control: `http://127.0.0.1:${control}`,
    async stop() {
      child.stdin.end();
      await ended;
    },
  };
}
