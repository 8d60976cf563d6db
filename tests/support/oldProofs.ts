import { sql } from 'kysely';
import { onDemoDatabase } from './demoDatabase.ts';

/** Makes every session of a demonstration look as if its user had signed in an hour ago. */
export const oldProofs = (dataDir: string): Promise<void> =>
  onDemoDatabase(dataDir, (db) =>
    sql`ALTER TABLE token ALTER proved_at SET DEFAULT now() - interval '1 hour'`.execute(db),
  );
