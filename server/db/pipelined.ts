import type { ConnectionProvider } from 'kysely';
import type { Db } from './database.ts';
import { LazyConnection } from './sharedConnection.ts';

type Works = readonly ((db: Db) => Promise<unknown>)[];
type Results<W extends Works> = { -readonly [K in keyof W]: Awaited<ReturnType<W[K]>> };

/** Whether a statement failed because one before it had ended the transaction: `in_failed_sql_transaction`. */
const isConsequence = (error: unknown): boolean => (error as { code?: string } | null)?.code === '25P02';

/**
 * Runs several works of a transaction without waiting for one's answer before asking the next: their first statements are
 * sent together, and PostgreSQL runs them in the order of the works, each with its own snapshot. So none may need another's
 * result. Resolves when all have ended; throws what was thrown first, but no failure that only follows from another. Each
 * must use the `db` that it is given.
 */
export async function pipelined<W extends Works>(trx: Db, ...works: W): Promise<Results<W>> {
  const executor = trx.getExecutor();
  return executor.provideConnection(async (connection) => {
    const isPipeline = connection instanceof LazyConnection;
    const results: unknown[] = [];
    const running: Promise<void>[] = [];
    let failed: { error: unknown } | undefined;
    /** Resolves when the work has sent its first statement, and otherwise at its end. */
    const begin = (work: Works[number], n: number, before: Promise<void>): Promise<void> => {
      const { promise: sent, resolve: send } = Promise.withResolvers<void>();
      const provider: ConnectionProvider = {
        async provideConnection(use) {
          await before;
          const answer = use(connection);
          if (isPipeline) send();
          return answer;
        },
      };
      const own = executor.withConnectionProvider(provider);
      // Of a Kysely instance a statement uses nothing else.
      const run = async () => {
        try {
          results[n] = await work({ getExecutor: () => own } as Db);
        } catch (error) {
          if (!failed || isConsequence(failed.error)) failed = { error };
        } finally {
          // Also of a work without a statement: the next waits for those before it.
          void before.then(send);
        }
      };
      running.push(run());
      return sent;
    };
    let before = Promise.resolve();
    for (const [n, work] of works.entries()) before = begin(work, n, before);
    await Promise.all(running);
    if (failed) throw failed.error;
    return results as Results<W>;
  });
}
