import { type RawBuilder, sql } from 'kysely';

/** SQL of the name of a user (takes SQL of their uuid). */
export const userName = (user: RawBuilder<unknown>): RawBuilder<string | null> =>
  sql<string | null>`(SELECT u.name FROM users u WHERE u.uuid = ${user})`;
