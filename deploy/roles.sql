-- Two roles for one database: `console_owner` owns it and migrates it (MIGRATION_DATABASE_URL); the server runs as
-- `console` (DATABASE_URL), which reads and writes rows and changes no table. Run it as a superuser in the server's
-- database while no server runs, before the first start and once more after it; it may be repeated. Both roles are
-- there before, and own no other database (docs/deploy.md, "A role that owns nothing").
BEGIN;

-- The owner reads the queue, too, for backups.
GRANT console TO console_owner;

CREATE EXTENSION IF NOT EXISTS pg_trgm;
-- Of an installation that had one role: everything is the owner's from now on.
REASSIGN OWNED BY console TO console_owner;
DO $$
BEGIN
  EXECUTE format('ALTER DATABASE %I OWNER TO console_owner', current_database());
END $$;

ALTER SCHEMA public OWNER TO console_owner;
REVOKE CREATE ON SCHEMA public FROM PUBLIC, console;
GRANT USAGE ON SCHEMA public TO console;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO console;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO console;
GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA public TO console;
-- What later migrations make, and each month's tables of messages.
ALTER DEFAULT PRIVILEGES FOR ROLE console_owner IN SCHEMA public
  GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO console;
ALTER DEFAULT PRIVILEGES FOR ROLE console_owner IN SCHEMA public GRANT USAGE ON SEQUENCES TO console;
ALTER DEFAULT PRIVILEGES FOR ROLE console_owner IN SCHEMA public GRANT EXECUTE ON FUNCTIONS TO console;

-- Append-only tables have triggers that refuse changes, whoever asks; the server has not even the right. Migrations are
-- the owner's to write down.
DO $$
DECLARE
  name regclass;
BEGIN
  FOR name IN
    SELECT DISTINCT tgrelid::regclass FROM pg_trigger WHERE tgfoid = to_regproc('public.refuse_change')
  LOOP
    EXECUTE format('REVOKE UPDATE, DELETE ON %s FROM console', name);
  END LOOP;
  FOR name IN
    SELECT oid::regclass FROM pg_class
    WHERE oid IN (to_regclass('public.kysely_migration'), to_regclass('public.kysely_migration_lock'))
  LOOP
    EXECUTE format('REVOKE INSERT, UPDATE, DELETE ON %s FROM console', name);
  END LOOP;
END $$;

-- The queue of jobs makes and changes its own tables.
CREATE SCHEMA IF NOT EXISTS pgboss;
ALTER SCHEMA pgboss OWNER TO console;
DO $$
DECLARE
  change text;
BEGIN
  FOR change IN
    SELECT format('ALTER TABLE %s OWNER TO console', oid::regclass) FROM pg_class
    WHERE relnamespace = 'pgboss'::regnamespace AND relkind IN ('r', 'p', 'v', 'm')
    UNION ALL
    SELECT format('ALTER ROUTINE %s OWNER TO console', oid::regprocedure) FROM pg_proc
    WHERE pronamespace = 'pgboss'::regnamespace
    UNION ALL
    SELECT format('ALTER TYPE %s OWNER TO console', oid::regtype) FROM pg_type
    WHERE typnamespace = 'pgboss'::regnamespace AND typtype = 'e'
  LOOP
    EXECUTE change;
  END LOOP;
END $$;

COMMIT;
