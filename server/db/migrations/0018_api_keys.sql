-- Keys by which programs use the API as the user who made them. Of the secret only the hash is kept.
CREATE TABLE api_key (
  uuid uuid PRIMARY KEY DEFAULT uuid_v7(),
  account uuid NOT NULL REFERENCES account,
  "user" uuid NOT NULL REFERENCES users,
  name text NOT NULL,
  prefix text NOT NULL,
  hash bytea NOT NULL UNIQUE,
  pairs jsonb NOT NULL,
  -- Addresses and networks; empty: anywhere.
  addresses text[] NOT NULL DEFAULT '{}',
  is_active boolean NOT NULL GENERATED ALWAYS AS (revoked_at IS NULL) STORED,
  expires_at timestamptz,
  last_used_at timestamptz,
  last_used_ip text,
  revoked_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
-- last_used_at is written once a minute per key; unindexed, with room on the page, it is a HOT update.
) WITH (fillfactor = 70);
CREATE INDEX api_key_account ON api_key (account, uuid);

CREATE TRIGGER api_key_touch BEFORE UPDATE OF name, addresses, revoked_at ON api_key
  FOR EACH ROW EXECUTE FUNCTION touch();
CREATE TRIGGER api_key_count_in AFTER INSERT ON api_key REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_rows();
CREATE TRIGGER api_key_count_out AFTER DELETE ON api_key REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_rows();
