import { type RawBuilder, sql } from 'kysely';

/** SQL of the name of a user (takes SQL of their uuid). */
export const userName = (user: RawBuilder<unknown>): RawBuilder<string | null> =>
  sql<string | null>`(SELECT u.name FROM users u WHERE u.uuid = ${user})`;

/** SQL of the name of row `t`'s account; null without one. */
export const accountName: RawBuilder<string | null> = sql<
  string | null
>`(SELECT a.name FROM account a WHERE a.uuid = t.account)`;
