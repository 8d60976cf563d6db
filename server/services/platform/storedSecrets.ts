import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { type Keyring, sealedLike } from './keyring.ts';

/** The columns with recoverable secrets, and their tables' primary keys. */
export const SECRET_COLUMNS = [
  { table: 'webhook', column: 'secret', key: 'uuid' },
  { table: 'webhook', column: 'former_secret', key: 'uuid' },
  { table: 'two_factor', column: 'secret', key: 'user' },
  { table: 'operator_link', column: 'password', key: 'uuid' },
  { table: 'operator_link', column: 'callback_secret', key: 'uuid' },
  { table: 'payment_gateway', column: 'secret', key: 'method' },
  { table: 'mail_server', column: 'password', key: 'name' },
  { table: 'number_key', column: 'secret', key: 'name' },
] as const;

type SecretColumn = (typeof SECRET_COLUMNS)[number];

/** Rows encrypted per transaction, which locks them. */
const BATCH = 100;

/** The ids of the keys used in the database. */
export async function keyIdsInUse(db: Db): Promise<string[]> {
  const columns = SECRET_COLUMNS.map(
    ({ table, column }) =>
      sql`SELECT split_part(${sql.ref(column)}, ':', 2) AS id FROM ${sql.table(table)} WHERE ${sql.ref(column)} LIKE ${sealedLike()}`,
  );
  const { rows } = await sql<{ id: string }>`${sql.join(columns, sql` UNION `)} ORDER BY 1`.execute(db);
  return rows.map(({ id }) => id);
}

/** How many secrets are stored in plain text. */
export async function clearSecrets(db: Db): Promise<number> {
  const columns = SECRET_COLUMNS.map(
    ({ table, column }) =>
      sql`(SELECT count(*) FROM ${sql.table(table)} WHERE ${sql.ref(column)} NOT LIKE ${sealedLike()} AND ${sql.ref(column)} <> '')`,
  );
  const { rows } = await sql<{ n: number }>`SELECT ${sql.join(columns, sql` + `)} AS n`.execute(db);
  return rows[0]?.n ?? 0;
}

/**
 * Encrypts plain secrets with the keyring's newest key or, with `all`, everything not encrypted with it yet. Each batch is
 * a transaction, so it may be interrupted, repeated, and run concurrently. Returns how many it encrypted. Throws
 * UnreadableSecret, and changes nothing in that batch, if a key is missing.
 */
export async function sealStored(
  db: Kysely<unknown>,
  keyring: Keyring,
  { all = false } = {},
): Promise<number> {
  let sealed = 0;
  for (const place of SECRET_COLUMNS) {
    const unsealed = sql`${sql.ref(place.column)} NOT LIKE ${sealedLike(all ? keyring.ids[0] : undefined)}`;
    for (;;) {
      const done = await sealBatch(db, keyring, place, unsealed);
      sealed += done;
      // None may also mean that another process encrypted them while this one waited for their rows.
      if (done === 0 && !(await isAny(db, place, unsealed))) break;
    }
  }
  return sealed;
}

async function isAny(db: Db, { table }: SecretColumn, unsealed: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql`SELECT FROM ${sql.table(table)} WHERE ${unsealed} LIMIT 1`.execute(db);
  return rows.length > 0;
}

const sealBatch = (
  db: Kysely<unknown>,
  keyring: Keyring,
  { table, column, key }: SecretColumn,
  unsealed: RawBuilder<unknown>,
): Promise<number> =>
  db.transaction().execute(async (trx) => {
    const [of, row, value] = [sql.table(table), sql.ref(key), sql.ref(column)];
    const { rows } = await sql<{ row: string; stored: string }>`
      SELECT ${row} AS row, ${value} AS stored FROM ${of} WHERE ${unsealed}
      ORDER BY ${row} LIMIT ${BATCH} FOR NO KEY UPDATE`.execute(trx);
    for (const { row: id, stored } of rows) {
      const place = { table, column, row: id };
      const next = keyring.seal(place, keyring.open(place, stored));
      await sql`UPDATE ${of} SET ${value} = ${next} WHERE ${row} = ${id}`.execute(trx);
    }
    return rows.length;
  });
