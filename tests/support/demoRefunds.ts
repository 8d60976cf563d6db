import { sql } from 'kysely';
import { onDemoDatabase } from './demoDatabase.ts';

/**
 * Gives a demonstration an open refund of every kind, in an account with a long name, before its server runs.
 */
export const demoRefunds = (dataDir: string): Promise<void> =>
  onDemoDatabase(dataDir, (db) =>
    sql`
      WITH reference AS (
        INSERT INTO payment_reference (account, "user", kind, amount, method)
        SELECT account, uuid, 'topup', 1250000, 'khalti' FROM users WHERE email = 'ram@terai.test'
        RETURNING *
      ), online AS (
        INSERT INTO online_payment (uuid, account, method, amount)
        SELECT uuid, account, method, amount FROM reference RETURNING *
      )
      INSERT INTO payment_refund (account, payment, kind)
      SELECT account, uuid, unnest(ARRAY['full', 'part']) FROM online`.execute(db),
  );
