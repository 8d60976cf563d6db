import { Pool } from 'pg';
import type { SoakWorld } from './world.ts';

type Rows = Record<string, unknown>[];

/** The soak's own eyes on the database: connections past every proxy, taken anew when they break. */
export interface Observer {
  /** Undefined where the database does not answer. */
  look<T = Rows>(text: string, values?: unknown[]): Promise<T | undefined>;
  /** As look(), and tries again until it answers. */
  insist<T = Rows>(text: string, values?: unknown[]): Promise<T>;
  close(): Promise<void>;
}

export function createObserver(world: Pick<SoakWorld, 'postgres'>): Observer {
  const host = world.postgres.socket.replace(/\/[^/]*$/, '');
  const pool = new Pool({ host, port: 5432, user: 'postgres', database: 'console', max: 4 });
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const look = async <T>(text: string, values: unknown[] = []): Promise<T | undefined> => {
    try {
      return (await pool.query(text, values)).rows as T;
    } catch (error) {
      // What the database itself says of a query is the soak's mistake; the rest is the database being away.
      if (/^(42|22)/.test((error as { code?: string }).code ?? '')) throw error;
      return undefined;
    }
  };
  return {
    look,
    async insist<T>(text: string, values: unknown[] = []) {
      for (;;) {
        const rows = await look<T>(text, values);
        if (rows) return rows;
        await new Promise((again) => setTimeout(again, 200));
      }
    },
    close: () => pool.end(),
  };
}
