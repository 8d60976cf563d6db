import { sql } from 'kysely';
import { post } from '../../server/services/money/ledger.ts';
import { onDemoDatabase } from './demoDatabase.ts';

/**
 * Gives the provider's own account this many minor units before a server runs: none of its staff may do that.
 */
export const fundProvider = (dataDir: string, amount: number): Promise<void> =>
  onDemoDatabase(dataDir, async (db) => {
    const { rows } = await sql<{ uuid: string }>`SELECT uuid FROM account WHERE is_provider`.execute(db);
    const account = rows[0]?.uuid as string;
    await post(db, { account, kind: 'adjustment', amount, note: 'For news of its own' });
  });
