import { sql } from 'kysely';
import { openDatabase } from '../../server/db/database.ts';
import { startEmbedded } from '../../server/db/embedded.ts';
import { post } from '../../server/services/ledger.ts';

/** Gives the provider's own account so many minor units, before a server runs: none of its staff may. */
export async function fundProvider(dataDir: string, amount: number): Promise<void> {
  const embedded = await startEmbedded({ dataDir, durable: false });
  try {
    const { db, close } = openDatabase(embedded.url, 1, () => {});
    const { rows } = await sql<{ uuid: string }>`SELECT uuid FROM account WHERE is_provider`.execute(db);
    const account = rows[0]?.uuid as string;
    await post(db, { account, kind: 'adjustment', amount, note: 'For news of its own' });
    await close();
  } finally {
    await embedded.stop();
  }
}
