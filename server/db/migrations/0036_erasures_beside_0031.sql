-- Erasing a phone number from everything that an account, or every account, has (services/people/erasure.ts).
CREATE TABLE erasure (
  uuid uuid PRIMARY KEY DEFAULT uuid_v7(),
  account uuid NOT NULL REFERENCES account,
  -- E.164; null once it is erased everywhere.
  phone text,
  -- In all accounts; otherwise in `account`.
  everywhere boolean NOT NULL,
  reference text NOT NULL,
  status text NOT NULL DEFAULT 'queued' CHECK (status IN ('queued', 'running', 'waiting', 'completed', 'failed')),
  steps integer NOT NULL DEFAULT 0,
  contacts integer NOT NULL DEFAULT 0,
  messages integer NOT NULL DEFAULT 0,
  blacklisted integer NOT NULL DEFAULT 0,
  files integer NOT NULL DEFAULT 0,
  exports integer NOT NULL DEFAULT 0,
  records integer NOT NULL DEFAULT 0,
  -- Messages to the number whose result is not known yet; they are erased after that.
  waiting integer NOT NULL DEFAULT 0,
  error text,
  finished_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((status = 'completed') = (phone IS NULL))
);
CREATE INDEX erasure_account ON erasure (account, uuid);
-- The same number is erased once at a time.
CREATE UNIQUE INDEX erasure_once ON erasure (account, phone) WHERE phone IS NOT NULL;
SELECT pg_temp.standard_triggers('erasure', 'touch', 'count_rows');

-- The key of the hashes that stand for erased numbers on blacklists. The secret is encrypted (services/platform/keyring.ts).
CREATE TABLE number_key (
  name text PRIMARY KEY,
  secret text NOT NULL
);

-- Set when an uploaded file was deleted because a number in it was erased.
ALTER TABLE file ADD erased_at timestamptz;

-- A pattern that finds a number (E.164, of Nepal) however it is written: with or without the country code, with spaces,
-- hyphens, dots or brackets, in Latin or Devanagari digits.
CREATE FUNCTION number_pattern(number text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT '(?<![0-9०-९])((\+|00)?[9९][7७][7७][-\s.()]{0,2})?'
    || string_agg('[' || digit || chr(2406 + digit::int) || ']', '[-\s.()]{0,2}' ORDER BY place) || '(?![0-9०-९])'
  FROM regexp_split_to_table(right(number, 10), '') WITH ORDINALITY AS d(digit, place)
$$;

-- The text without the number. In JSON a bare number becomes null first.
CREATE FUNCTION without_number(value text, number text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT regexp_replace(
    regexp_replace(value, '(?<=[\[:,] ?)(977)?' || right(number, 10) || '(?=[],}])', 'null', 'g'),
    number_pattern(number), 'erased', 'g')
$$;

-- The log stays as it was written: all that can change is that an erased number becomes the word `erased`.
DROP TRIGGER audit_entry_append_only ON audit_entry;
CREATE TRIGGER audit_entry_append_only BEFORE DELETE ON audit_entry
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_entry_unchanged BEFORE UPDATE ON audit_entry
  FOR EACH ROW WHEN (
    coalesce(current_setting('console.erased_number', true), '') !~ '^\+977[0-9]{10}$'
    OR to_jsonb(NEW) - '{title,before,after}'::text[] IS DISTINCT FROM to_jsonb(OLD) - '{title,before,after}'::text[]
    OR (NEW.title, NEW.before, NEW.after) IS DISTINCT FROM (
      without_number(OLD.title, current_setting('console.erased_number', true)),
      without_number(OLD.before::text, current_setting('console.erased_number', true))::jsonb,
      without_number(OLD.after::text, current_setting('console.erased_number', true))::jsonb))
  EXECUTE FUNCTION refuse_change();

-- Erases a number in the log of an account, or of all (null), and returns in how many entries. A function of the owner's,
-- because the server's own role may change no entry (deploy/roles.sql).
CREATE FUNCTION erase_number_in_audit(number text, of_account uuid) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  pattern text;
  changed integer;
BEGIN
  IF number !~ '^\+977[0-9]{10}$' THEN
    RAISE EXCEPTION 'this is no mobile number of Nepal';
  END IF;
  pattern := number_pattern(number);
  PERFORM set_config('console.erased_number', number, true);
  UPDATE audit_entry SET title = without_number(title, number), before = without_number(before::text, number)::jsonb,
    after = without_number(after::text, number)::jsonb
  WHERE (of_account IS NULL OR account = of_account)
    AND (title ~ pattern OR before::text ~ pattern OR after::text ~ pattern);
  GET DIAGNOSTICS changed = ROW_COUNT;
  PERFORM set_config('console.erased_number', '', true);
  RETURN changed;
END $$;
DO $$
BEGIN
  EXECUTE format('ALTER FUNCTION erase_number_in_audit(text, uuid) SET search_path = %I, pg_temp', current_schema());
  REVOKE EXECUTE ON FUNCTION erase_number_in_audit(text, uuid) FROM PUBLIC;
END $$;
