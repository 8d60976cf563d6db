-- A copy of a month that was begun before a migration changed the columns or rules of messages could not be continued, nor take
-- the month's place: packing failed for good. Now it is begun anew.

-- The columns and rules of a month of messages or of its copy; null if there is no such table. Rules are compared by what they
-- ask for, because those of a copy are always validated, and the copy's own one of its bounds is left out.
CREATE FUNCTION message_form(name text) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_array(
    jsonb_agg(jsonb_build_array(a.attname, a.atttypid, a.atttypmod, a.attcollation, a.attnotnull, pg_get_expr(d.adbin, d.adrelid))
      ORDER BY a.attnum),
    (SELECT jsonb_object_agg(c.conname, pg_get_expr(c.conbin, c.conrelid)) FROM pg_constraint c
     WHERE c.conrelid = to_regclass(name) AND c.contype = 'c' AND c.conname !~ '^message_\d{4}_\d{2}_bounds$'))
  FROM pg_attribute a LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
  WHERE a.attrelid = to_regclass(name) AND a.attnum > 0 AND NOT a.attisdropped
  HAVING count(*) > 0
$$;

-- The next step of packing a month: `more` if another follows at once, `waiting` while the copy is younger than `quiet`,
-- `packed` when the copy has replaced the month, and `gone` if the month was removed meanwhile. `batch`: messages of a step.
CREATE OR REPLACE FUNCTION pack_message_month(month text, batch integer, quiet interval) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  copy text := month || '_packed';
  bounds text := month || '_bounds';
  bound text;
  last uuid;
  n bigint;
  changed uuid[];
  index record;
  names jsonb;
BEGIN
  IF month !~ '^message_\d{4}_\d{2}$' THEN
    RAISE EXCEPTION '% is no month of messages', month;
  END IF;
  SELECT pg_get_expr(relpartbound, oid) INTO bound FROM pg_class WHERE oid = to_regclass(month) AND relispartition;
  IF bound IS NULL THEN
    EXECUTE format('DROP TABLE IF EXISTS %I', copy);
    DELETE FROM message_packing p WHERE p.month = pack_message_month.month;
    DELETE FROM message_packing_change c WHERE c.month = pack_message_month.month;
    RETURN 'gone';
  END IF;

  -- What a migration changes of messages reaches their months, but not a copy, which is no part of them yet. Indexes are added below.
  IF message_form(copy) <> message_form(month) OR EXISTS (
    SELECT FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
    WHERE i.indrelid = to_regclass(copy) AND NOT i.indisprimary AND c.relname NOT IN (
      SELECT format('%s_%s', copy, m.indexrelid) FROM pg_index m WHERE m.indrelid = to_regclass(month))) THEN
    EXECUTE format('DROP TABLE %I', copy);
  END IF;

  IF to_regclass(copy) IS NULL THEN
    EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING CONSTRAINTS) WITH (fillfactor = 100)', copy, month);
    -- With this rule, attaching the copy reads none of its rows.
    EXECUTE format('ALTER TABLE %I ADD CONSTRAINT %I CHECK (%s)', copy, bounds, pg_get_partition_constraintdef(to_regclass(month)));
    EXECUTE format('ALTER TABLE %I ADD PRIMARY KEY (uuid) WITH (fillfactor = 100)', copy);
    -- Waits for transactions that have changed messages: every later change is noted.
    EXECUTE format('CREATE OR REPLACE TRIGGER packing AFTER INSERT OR UPDATE OR DELETE ON %I
      FOR EACH ROW EXECUTE FUNCTION note_packing_change()', month);
    DELETE FROM message_packing_change c WHERE c.month = pack_message_month.month;
    INSERT INTO message_packing (month) VALUES (month) ON CONFLICT DO NOTHING;
    RETURN 'more';
  END IF;

  EXECUTE format('SELECT uuid FROM %I ORDER BY uuid DESC LIMIT 1', copy) INTO last;
  EXECUTE format('INSERT INTO %I SELECT * FROM %I WHERE uuid > %L ORDER BY uuid LIMIT %s', copy, month,
    coalesce(last, '00000000-0000-0000-0000-000000000000'), batch);
  GET DIAGNOSTICS n = ROW_COUNT;
  IF n > 0 THEN
    UPDATE message_packing p SET changed_at = now() WHERE p.month = pack_message_month.month;
    RETURN 'more';
  END IF;

  -- Indexes of a finished table are smaller than those that grew with it.
  FOR index IN
    SELECT format('%s_%s', copy, i.indexrelid) AS copied, pg_get_indexdef(i.indexrelid) AS definition
    FROM pg_index i WHERE i.indrelid = to_regclass(month) AND NOT i.indisprimary ORDER BY i.indexrelid
  LOOP
    CONTINUE WHEN to_regclass(index.copied) IS NOT NULL;
    EXECUTE regexp_replace(regexp_replace(index.definition, ' INDEX \S+ ON \S+ ',
      format(' INDEX %I ON %I ', index.copied, copy)), '( WITH \(.*?\))?( WHERE .*)?$', ' WITH (fillfactor = 100)\2');
    EXECUTE format('ANALYZE %I', copy);
    RETURN 'more';
  END LOOP;

  WITH gone AS (
    DELETE FROM message_packing_change WHERE ctid = ANY(ARRAY(
      SELECT c.ctid FROM message_packing_change c WHERE c.month = pack_message_month.month LIMIT batch)) RETURNING uuid
  ) SELECT array_agg(DISTINCT uuid) INTO changed FROM gone;
  IF changed IS NOT NULL THEN
    EXECUTE format('DELETE FROM %I WHERE uuid = ANY($1)', copy) USING changed;
    EXECUTE format('INSERT INTO %I SELECT * FROM %I WHERE uuid = ANY($1) ORDER BY uuid', copy, month) USING changed;
    UPDATE message_packing p SET changed_at = now() WHERE p.month = pack_message_month.month;
    RETURN 'more';
  END IF;

  -- A snapshot that is older than the copy does not see its rows. Whoever has one and reads messages, as a backup does, holds a
  -- lock on them by then, for which this gives up.
  IF EXISTS (SELECT FROM message_packing p WHERE p.month = pack_message_month.month AND p.changed_at > now() - quiet) THEN
    RETURN 'waiting';
  END IF;
  -- First the whole table: everybody locks it before its months.
  LOCK TABLE ONLY message IN ACCESS EXCLUSIVE MODE;
  EXECUTE format('LOCK TABLE %I IN ACCESS EXCLUSIVE MODE', month);
  IF EXISTS (SELECT FROM message_packing_change c WHERE c.month = pack_message_month.month) THEN
    RETURN 'more';
  END IF;
  SELECT jsonb_object_agg(format('%s_%s', copy, c.oid), c.relname) INTO names
  FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid WHERE i.indrelid = to_regclass(month) AND NOT i.indisprimary;
  EXECUTE format('ALTER TABLE message DETACH PARTITION %I', month);
  EXECUTE format('DROP TABLE %I', month);
  EXECUTE format('ALTER TABLE message ATTACH PARTITION %I %s', copy, bound);
  EXECUTE format('ALTER TABLE %I DROP CONSTRAINT %I', copy, bounds);
  EXECUTE format('ALTER TABLE %I RENAME TO %I', copy, month);
  EXECUTE format('ALTER INDEX %I RENAME TO %I', copy || '_pkey', month || '_pkey');
  FOR index IN SELECT key, value FROM jsonb_each_text(names) LOOP
    EXECUTE format('ALTER INDEX %I RENAME TO %I', index.key, index.value);
  END LOOP;
  DELETE FROM message_packing p WHERE p.month = pack_message_month.month;
  RETURN 'packed';
END $$;

-- Replaced functions keep who may use them, but not this.
DO $$
BEGIN
  EXECUTE format('ALTER FUNCTION pack_message_month SET search_path = %I, pg_temp', current_schema());
END $$;
