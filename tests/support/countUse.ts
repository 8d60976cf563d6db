import { type Kysely, sql } from 'kysely';
import { keepMessageUse } from '../../server/services/sending/messageUse.ts';

/** Counts message_use again from all messages, for tests that changed messages by hand. */
export async function countUse(db: Kysely<unknown>): Promise<void> {
  await sql`TRUNCATE message_use, message_use_change`.execute(db);
  await sql`INSERT INTO message_use_due SELECT DISTINCT uuid_day(uuid) FROM message ON CONFLICT DO NOTHING`.execute(
    db,
  );
  await keepMessageUse(db);
}
