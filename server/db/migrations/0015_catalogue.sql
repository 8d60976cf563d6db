-- Prices: by whom and when they were written; one for each account, operator and moment.
ALTER TABLE pricing
  ADD COLUMN created_at timestamptz NOT NULL DEFAULT now(),
  ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now();
UPDATE pricing SET created_at = least(valid_from, now());
CREATE UNIQUE INDEX pricing_once ON pricing (account, operator, valid_from) NULLS NOT DISTINCT;

-- The number plan: an id and times for each entry.
ALTER TABLE number_range
  ADD COLUMN uuid uuid NOT NULL DEFAULT uuid_v7(),
  ADD COLUMN created_at timestamptz NOT NULL DEFAULT now(),
  ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now(),
  -- Whether contacts' operators follow it already; housekeeping sees to it when its day has come.
  ADD COLUMN applied boolean NOT NULL DEFAULT false;
UPDATE number_range SET applied = true WHERE valid_from <= nepal_day(now());
ALTER TABLE number_range DROP CONSTRAINT number_range_pkey, ADD PRIMARY KEY (uuid),
  ADD CONSTRAINT number_range_once UNIQUE (prefix, valid_from);

-- Words that no message may contain. `folded` is what is compared (services/keywords.ts).
CREATE TABLE blocked_keyword (
  uuid uuid PRIMARY KEY DEFAULT uuid_v7(),
  keyword text NOT NULL,
  folded text NOT NULL UNIQUE CHECK (folded <> ''),
  is_active boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
-- The keywords that a plan's texts were checked against, as a hash; null: none.
ALTER TABLE plan ADD COLUMN keywords text;

-- Names that are registered with Viber by hand; nothing is sent over Viber.
CREATE TABLE viber_identity (
  uuid uuid PRIMARY KEY DEFAULT uuid_v7(),
  account uuid NOT NULL REFERENCES account,
  name text NOT NULL,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'approved', 'rejected')),
  reason text,
  decided_by uuid REFERENCES users,
  decided_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((status = 'pending') = (decided_at IS NULL)),
  CHECK (status <> 'rejected' OR reason IS NOT NULL)
);
CREATE INDEX viber_identity_account ON viber_identity (account, uuid);
CREATE UNIQUE INDEX viber_identity_name ON viber_identity (account, lower(name)) WHERE status <> 'rejected';

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['pricing', 'number_range', 'blocked_keyword', 'viber_identity'] LOOP
    EXECUTE format('CREATE TRIGGER %I BEFORE UPDATE ON %I FOR EACH ROW EXECUTE FUNCTION touch()', name || '_touch', name);
  END LOOP;
  FOREACH name IN ARRAY ARRAY['viber_identity'] LOOP
    EXECUTE format('CREATE TRIGGER %I AFTER INSERT ON %I REFERENCING NEW TABLE AS changed
                    FOR EACH STATEMENT EXECUTE FUNCTION count_rows()', name || '_count_in', name);
    EXECUTE format('CREATE TRIGGER %I AFTER DELETE ON %I REFERENCING OLD TABLE AS changed
                    FOR EACH STATEMENT EXECUTE FUNCTION count_rows()', name || '_count_out', name);
  END LOOP;
END $$;
