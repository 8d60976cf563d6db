/**
 * SQL that makes a function of the session, so that no database has to keep it: a migration gives a table that it makes
 * the triggers that many tables have, by one line.
 *
 *     SELECT pg_temp.standard_triggers('contact', 'touch', 'count_rows');
 *
 * `touch` keeps `updated_at`. `count_rows` keeps the total of each account in `row_count`, from the table's first row on;
 * the lists of an entity read it (server/crud/listTotals.ts). The table needs `updated_at`, or `account`.
 */
const standardTriggers = `
CREATE OR REPLACE FUNCTION pg_temp.standard_triggers(name text, VARIADIC kinds text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT kinds <@ ARRAY['touch', 'count_rows'] THEN
    RAISE EXCEPTION 'standard_triggers makes touch and count_rows, not all of %', kinds;
  END IF;
  IF 'touch' = ANY(kinds) THEN
    EXECUTE format('CREATE TRIGGER %I BEFORE UPDATE ON %I FOR EACH ROW EXECUTE FUNCTION touch()', name || '_touch', name);
  END IF;
  IF 'count_rows' = ANY(kinds) THEN
    EXECUTE format('CREATE TRIGGER %I AFTER INSERT ON %I REFERENCING NEW TABLE AS changed
                    FOR EACH STATEMENT EXECUTE FUNCTION count_rows()', name || '_count_in', name);
    EXECUTE format('CREATE TRIGGER %I AFTER DELETE ON %I REFERENCING OLD TABLE AS changed
                    FOR EACH STATEMENT EXECUTE FUNCTION count_rows()', name || '_count_out', name);
  END IF;
END $$;
`;

/** A migration's text, with the function before it where it calls it. Others stay as they were. */
export const withStandardTriggers = (text: string): string =>
  text.includes('pg_temp.standard_triggers(') ? standardTriggers + text : text;
