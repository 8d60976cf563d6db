import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { schemaTables } from '../../db/migrate.ts';

const READ_ONLY = 'The database is read-only.';
const STANDBY = 'The database is a standby in recovery, and takes no writes.';
const FULL = 'The disk of the database is full.';
const MORE = 'docs/deploy.md, “A role that owns nothing”';

/** PostgreSQL's errors, explained for the server's administrator. */
const REASONS: Record<string, string> = {
  25006: READ_ONLY,
  53100: FULL,
  42501: `The server’s role lacks rights in the database (${MORE}).`,
  '42P01': 'The database lacks tables of this version, or the server’s role may not see them.',
  '3F000': 'The database lacks the schema of this version, or the server’s role may not see it.',
};

/** Why the database is not usable, from one of its errors; null if the error has another cause. */
export const reasonOf = (error: unknown): string | null =>
  REASONS[(error as { code?: string } | undefined)?.code ?? ''] ?? null;

/**
 * Writes a row that needs a page of its own and undoes it in the same statement, without waiting for disk or standby: it
 * checks whether there is space; other checks find a commit that hangs.
 */
const WRITE = sql.raw(`DO $$
BEGIN
  PERFORM set_config('synchronous_commit', 'off', true);
  INSERT INTO readiness_probe (filler) VALUES (repeat('x', 7000));
  RAISE EXCEPTION SQLSTATE 'UNDO1';
EXCEPTION WHEN SQLSTATE 'UNDO1' THEN NULL;
END $$`);

/** Whether new sessions are read-only; open ones keep their initial setting. */
const BEGINS_READ_ONLY = sql`coalesce((
  SELECT (split_part(setting, '=', 2))::boolean FROM pg_db_role_setting s, unnest(s.setconfig) AS setting
  WHERE s.setdatabase IN (0, (SELECT oid FROM pg_database WHERE datname = current_database()))
    AND s.setrole IN (0, (SELECT oid FROM pg_roles WHERE rolname = current_user))
    AND setting LIKE 'default\\_transaction\\_read\\_only=%'
  ORDER BY s.setrole <> 0 DESC, s.setdatabase <> 0 DESC LIMIT 1), false)`;

async function refusesWrites(db: Db): Promise<string | null> {
  const { rows } = await sql<{ isStandby: boolean; isReadOnly: boolean }>`
    SELECT pg_is_in_recovery() AS "isStandby",
      current_setting('transaction_read_only')::boolean OR ${BEGINS_READ_ONLY} AS "isReadOnly"`.execute(db);
  if (rows[0]?.isStandby) return STANDBY;
  if (rows[0]?.isReadOnly) return READ_ONLY;
  await WRITE.execute(db);
  return null;
}

/** SQL: whether an object belongs to an extension, such as pg_stat_statements, which may keep it from others. */
const isOfExtension = (row: string) => sql`EXISTS (
  SELECT FROM pg_depend d WHERE d.classid = ${sql.ref(`${row}.tableoid`)} AND d.objid = ${sql.ref(`${row}.oid`)} AND d.deptype = 'e')`;

/**
 * The role's missing rights: rows of all tables, but only read and insert on tables that keep all rows, and only read on
 * the migrations; the queue's tables; the sequences and functions of whoever migrates, but of no extension.
 */
async function lacksRights(db: Db): Promise<string | null> {
  const { rows } = await sql<{ lack: string }>`
    WITH wanted AS (
      SELECT name, c.oid,
        CASE WHEN name LIKE 'kysely\\_%' THEN ARRAY['SELECT']
          WHEN EXISTS (SELECT FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid
            WHERE t.tgrelid = c.oid AND p.proname = 'refuse_change') THEN ARRAY['SELECT', 'INSERT']
          ELSE ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE'] END AS rights
      FROM unnest(${await schemaTables()}::text[]) AS name
      LEFT JOIN pg_class c ON c.relname = name AND c.relkind IN ('r', 'p') AND pg_table_is_visible(c.oid)
      UNION ALL
      SELECT 'pgboss.' || c.relname, c.oid, ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE']
      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = 'pgboss' AND c.relkind IN ('r', 'p')),
    here AS (SELECT relnamespace AS schema, relowner AS owner FROM pg_class WHERE oid = to_regclass('kysely_migration'))
    SELECT 'the table ' || name AS lack FROM wanted WHERE oid IS NULL
    UNION ALL
    SELECT wish || ' on ' || name FROM wanted, unnest(rights) AS wish
    WHERE oid IS NOT NULL AND NOT has_table_privilege(oid, wish)
    UNION ALL
    SELECT 'USAGE on ' || nspname FROM pg_namespace WHERE nspname = 'pgboss' AND NOT has_schema_privilege(oid, 'USAGE')
    UNION ALL
    SELECT 'USAGE on ' || relname FROM here JOIN pg_class c ON c.relnamespace = here.schema AND c.relowner = here.owner
    WHERE CASE relkind WHEN 'S' THEN NOT has_sequence_privilege(c.oid, 'USAGE') END AND NOT ${isOfExtension('c')}
    UNION ALL
    SELECT 'EXECUTE on ' || proname FROM here JOIN pg_proc p ON p.pronamespace = here.schema AND p.proowner = here.owner
    WHERE prokind = 'f' AND prorettype <> 'trigger'::regtype AND NOT has_function_privilege(p.oid, 'EXECUTE')
      AND NOT ${isOfExtension('p')}`.execute(db);
  if (rows.length === 0) return null;
  const [first, ...others] = rows.map(({ lack }) => lack);
  const more = others.length > 0 ? ` and ${others.length} more` : '';
  return `The server’s role lacks ${first}${more} (${MORE}).`;
}

/**
 * Why this version cannot work with the database of `db`, in a sentence: it is read-only, a standby, or full, or the role
 * lacks tables or rights. Null if all is well. Writes a page. Throws errors with other causes.
 */
export async function databaseLacks(db: Db): Promise<string | null> {
  try {
    return (await refusesWrites(db)) ?? (await lacksRights(db));
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === null) throw error;
    // The list of what is missing is more useful than PostgreSQL's first error.
    const isOfRights = (error as { code: string }).code.startsWith('42');
    return (isOfRights ? await lacksRights(db).catch(() => null) : null) ?? reason;
  }
}
