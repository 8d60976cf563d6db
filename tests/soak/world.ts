import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningSimulator, startSimulator } from '../support/simulator.ts';
import { type Postgres, startPostgres } from './postgres.ts';
import { createProcess, type ServerProcess } from './processes.ts';
import { startProxy, type TcpProxy } from './proxy.ts';

/** Messages that a worker may have in hand. */
export const BATCH = 200;
/** Unanswered parts of a link. */
export const WINDOW = 40;

interface Operator {
  name: string;
  simulator: RunningSimulator;
  journal: string;
  proxy: TcpProxy;
}

/** Two API processes, two workers, two operators and PostgreSQL; whatever goes between them goes through a proxy. */
export interface SoakWorld {
  postgres: Postgres;
  operators: readonly Operator[];
  /** a1, a2, w1, w2 */
  servers: readonly ServerProcess[];
  apis: readonly ServerProcess[];
  workers: readonly ServerProcess[];
  /** Between a process and the database. */
  databaseOf: ReadonlyMap<ServerProcess, TcpProxy>;
  /** Each submit_sm that an operator took, by recipient (digits) and part: how often. */
  taken(): Map<string, number>;
  close(): Promise<void>;
}

/** `diskMb`: what PostgreSQL has for its data and its log. */
export async function startWorld(diskMb: number): Promise<SoakWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'soak-'));
  const postgres = await startPostgres(diskMb);
  const operators = await Promise.all(
    ['a', 'b'].map(async (name): Promise<Operator> => {
      const journal = join(folder, `operator-${name}.jsonl`);
      const flags = { undelivered: 0.05, rejected: 0.02, throttle: 0.002, latency: 20, 'receipt-after': 200 };
      const simulator = await startSimulator({ ...flags, journal });
      const port = Number(new URL(simulator.url).port);
      return { name, simulator, journal, proxy: await startProxy(() => port) };
    }),
  );
  const databaseOf = new Map<ServerProcess, TcpProxy>();
  const create = async (name: string, role: 'api' | 'worker') => {
    const proxy = await startProxy(() => postgres.socket);
    const server = await createProcess(name, role, folder, {
      DATABASE_URL: `postgresql://postgres@127.0.0.1:${proxy.port}/console`,
      DATABASE_POOL: '10',
      DISPATCH_BATCH: String(BATCH),
      SMPP_URL: operators
        .map(({ proxy }, i) => `smpp://demo:demo@127.0.0.1:${proxy.port}?window=${WINDOW}&system_type=${i}`)
        .join(' '),
      SELLER_NAME: 'Soak Telecom',
      SELLER_PAN: '301234567',
    });
    databaseOf.set(server, proxy);
    return server;
  };
  const apis = [await create('a1', 'api'), await create('a2', 'api')];
  const workers = [await create('w1', 'worker'), await create('w2', 'worker')];
  const servers = [...apis, ...workers];
  await Promise.all(servers.map((server) => server.start()));

  return {
    postgres,
    operators,
    servers,
    apis,
    workers,
    databaseOf,
    taken() {
      const counts = new Map<string, number>();
      for (const { journal } of operators) {
        for (const line of readFileSync(journal, 'utf8').split('\n')) {
          if (!line.startsWith('{"e":"accepted"')) continue;
          const { to, part } = JSON.parse(line) as { to: string; part?: [number, number, number] };
          const key = `${to} ${part?.[2] ?? 1}`;
          counts.set(key, (counts.get(key) ?? 0) + 1);
        }
      }
      return counts;
    },
    async close() {
      await Promise.all(servers.map((server) => server.kill()));
      await Promise.all(operators.map(({ simulator }) => simulator.kill('SIGKILL')));
      await Promise.all([
        ...operators.map(({ proxy }) => proxy.close()),
        ...[...databaseOf.values()].map((proxy) => proxy.close()),
      ]);
      await postgres.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
