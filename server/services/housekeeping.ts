import { type Kysely, sql } from 'kysely';
import { failStuckImports } from './contactImport.ts';
import type { Files } from './files.ts';
import { expireUnknown } from './receipts.ts';

const FILE_DAYS = 7;
const RECEIPT_DAYS = 7;

/** Clears away what has had its time, and ends what waits for a receipt that will not come. */
export async function keepHouse(db: Kysely<unknown>, files: Files, validityHours: number): Promise<void> {
  await expireUnknown(db, validityHours);
  await failStuckImports(db);
  await sql`DELETE FROM token WHERE expires_at < now()`.execute(db);
  await sql`DELETE FROM idempotency_key WHERE created_at < now() - interval '24 hours'`.execute(db);
  await sql`
    WITH gone AS (DELETE FROM plan WHERE NOT used AND expires_at < now() RETURNING uuid)
    DELETE FROM plan_recipient r USING gone WHERE r.plan = gone.uuid`.execute(db);
  await sql`DELETE FROM receipt WHERE received_at < now() - make_interval(days => ${RECEIPT_DAYS})`.execute(
    db,
  );
  const { rows } = await sql<{ path: string }>`
    DELETE FROM file f WHERE created_at < now() - make_interval(days => ${FILE_DAYS})
      AND NOT EXISTS (SELECT FROM contact_import i WHERE i.file = f.uuid)
    RETURNING path`.execute(db);
  for (const { path } of rows) await files.remove(path);
}
