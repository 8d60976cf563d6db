/**
 * SQL that defines a function in the session, so that it is not stored in the database. With it, a migration adds common
 * triggers to a new table in one line.
 *
 * SELECT pg_temp.standard_triggers('contact', 'touch', 'count_rows');
 *
 * `touch` keeps `updated_at` current. `count_rows` keeps the total per account in `row_count`, from the table's first row
 * on; entity lists read it (server/crud/listTotals.ts). The table needs `updated_at` or `account` respectively.
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

/** A migration's text, preceded by the function if it is called. Others stay unchanged. */
export const withStandardTriggers = (text: string): string =>
  text.includes('pg_temp.standard_triggers(') ? standardTriggers + text : text;
