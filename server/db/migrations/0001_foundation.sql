CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- UUIDv7 (RFC 9562, 5.7) for PostgreSQL before 18, which has uuidv7() of its own.
-- Lists order by it for "newest first", so that a cursor is one column.
CREATE FUNCTION uuid_v7(at timestamptz DEFAULT clock_timestamp()) RETURNS uuid
LANGUAGE sql VOLATILE PARALLEL SAFE AS $$
  SELECT encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
    PLACING substring(int8send((extract(epoch FROM at) * 1000)::bigint) FROM 3) FROM 1 FOR 6),
    52, 1), 53, 1), 'hex')::uuid
$$;

CREATE FUNCTION touch() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.updated_at := now();
  RETURN NEW;
END $$;

-- Totals without a scan: one row for each account and table, kept by statement triggers.
CREATE TABLE row_count (
  account uuid NOT NULL,
  entity text NOT NULL,
  n bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (account, entity)
);

CREATE FUNCTION count_rows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO row_count AS c (account, entity, n)
  SELECT account, TG_TABLE_NAME, CASE TG_OP WHEN 'INSERT' THEN count(*) ELSE -count(*) END
  FROM changed GROUP BY account
  ON CONFLICT (account, entity) DO UPDATE SET n = c.n + excluded.n;
  RETURN NULL;
END $$;

CREATE TABLE account (
  uuid uuid PRIMARY KEY DEFAULT uuid_v7(),
  name text NOT NULL,
  type text NOT NULL DEFAULT 'company' CHECK (type IN ('individual', 'company')),
  is_active boolean NOT NULL DEFAULT true,
  -- Minor units. The ledger (wallet_entry) changes it; nothing else may.
  balance bigint NOT NULL DEFAULT 0 CHECK (balance >= 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE users (
  uuid uuid PRIMARY KEY DEFAULT uuid_v7(),
  account uuid NOT NULL REFERENCES account,
  name text NOT NULL,
  email text NOT NULL,
  phone text,
  role text NOT NULL CHECK (role IN ('customer', 'support', 'admin')),
  -- Null: the pairs of the role. Else the pairs that an administrator gave this user.
  ui_permissions jsonb,
  password_hash text NOT NULL,
  is_active boolean NOT NULL DEFAULT true,
  last_login_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX users_email ON users (lower(email));

CREATE TABLE token (
  hash bytea PRIMARY KEY,
  "user" uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);
CREATE INDEX token_user ON token ("user");

CREATE TABLE idempotency_key (
  "user" uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  key text NOT NULL,
  request_hash bytea NOT NULL,
  answer jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY ("user", key)
);
CREATE INDEX idempotency_key_age ON idempotency_key (created_at);

CREATE TABLE file (
  uuid uuid PRIMARY KEY DEFAULT uuid_v7(),
  account uuid NOT NULL REFERENCES account,
  name text NOT NULL,
  size bigint NOT NULL,
  kind text NOT NULL CHECK (kind IN ('csv', 'xlsx')),
  -- Where the storage keeps it, relative to the storage's root.
  path text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE contact_group (
  uuid uuid PRIMARY KEY DEFAULT uuid_v7(),
  account uuid NOT NULL REFERENCES account,
  name text NOT NULL,
  count integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (account, name)
);

-- Imports write a million rows: as few indexes as its lists need, and no foreign key, whose check of
-- each row costs as much as an index. The account is always the caller's own.
CREATE TABLE contact (
  uuid uuid NOT NULL DEFAULT uuid_v7(),
  account uuid NOT NULL,
  name text NOT NULL,
  phone text COLLATE "C" NOT NULL, -- so that its one index also finds the start of a number
  operator text NOT NULL,
  groups uuid[] NOT NULL DEFAULT '{}',
  attributes jsonb NOT NULL DEFAULT '{}',
  is_active boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account, uuid),
  UNIQUE (account, phone)
);
CREATE INDEX contact_name ON contact (account, name, uuid);
CREATE INDEX contact_groups ON contact USING gin (groups);
CREATE INDEX contact_name_search ON contact USING gin (name gin_trgm_ops);

CREATE FUNCTION count_group_members() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    UPDATE contact_group g SET count = g.count + d.n
    FROM (SELECT unnest(groups) AS uuid, count(*) AS n FROM added GROUP BY 1) d WHERE g.uuid = d.uuid;
  ELSIF TG_OP = 'DELETE' THEN
    UPDATE contact_group g SET count = g.count - d.n
    FROM (SELECT unnest(groups) AS uuid, count(*) AS n FROM removed GROUP BY 1) d WHERE g.uuid = d.uuid;
  ELSE
    UPDATE contact_group g SET count = g.count + d.n
    FROM (SELECT uuid, sum(n) AS n FROM (
            SELECT unnest(groups) AS uuid, 1 AS n FROM added
            UNION ALL SELECT unnest(groups), -1 FROM removed) both_sides
          GROUP BY uuid HAVING sum(n) <> 0) d
    WHERE g.uuid = d.uuid;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER contact_group_insert AFTER INSERT ON contact REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_group_members();
CREATE TRIGGER contact_group_delete AFTER DELETE ON contact REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION count_group_members();
CREATE TRIGGER contact_group_update AFTER UPDATE ON contact REFERENCING OLD TABLE AS removed NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_group_members();

-- A deleted group leaves its members: afterwards, since their leaving changes the group's count.
CREATE FUNCTION leave_group() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE contact SET groups = array_remove(groups, OLD.uuid)
  WHERE account = OLD.account AND groups @> ARRAY[OLD.uuid];
  RETURN OLD;
END $$;
CREATE TRIGGER contact_group_leave AFTER DELETE ON contact_group FOR EACH ROW EXECUTE FUNCTION leave_group();

CREATE TABLE contact_import (
  uuid uuid PRIMARY KEY DEFAULT uuid_v7(),
  account uuid NOT NULL REFERENCES account,
  file uuid NOT NULL REFERENCES file,
  file_name text NOT NULL,
  mapping jsonb NOT NULL,
  groups uuid[] NOT NULL DEFAULT '{}',
  status text NOT NULL DEFAULT 'queued'
    CHECK (status IN ('queued', 'running', 'completed', 'cancelled', 'failed')),
  bytes bigint NOT NULL DEFAULT 0,
  bytes_read bigint NOT NULL DEFAULT 0,
  -- Which of the sheet's batches are in; a run that follows a crash leaves them out.
  batches integer[] NOT NULL DEFAULT '{}',
  rows integer NOT NULL DEFAULT 0,
  created integer NOT NULL DEFAULT 0,
  updated integer NOT NULL DEFAULT 0,
  duplicates integer NOT NULL DEFAULT 0,
  refused integer NOT NULL DEFAULT 0,
  error text,
  finished_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX contact_import_account ON contact_import (account, uuid);

CREATE TABLE template (
  uuid uuid PRIMARY KEY DEFAULT uuid_v7(),
  account uuid NOT NULL REFERENCES account,
  name text NOT NULL,
  body text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (account, name)
);

CREATE TABLE blacklist_number (
  uuid uuid PRIMARY KEY DEFAULT uuid_v7(),
  account uuid NOT NULL REFERENCES account,
  phone text NOT NULL,
  reason text,
  source text NOT NULL DEFAULT 'manual' CHECK (source IN ('manual', 'import', 'opt-out')),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (account, phone)
);
CREATE INDEX blacklist_number_account ON blacklist_number (account, uuid);
CREATE INDEX blacklist_number_phone ON blacklist_number (account, phone text_pattern_ops);

CREATE TABLE sender_identity (
  uuid uuid PRIMARY KEY DEFAULT uuid_v7(),
  account uuid NOT NULL REFERENCES account,
  name text NOT NULL CHECK (name ~ '^[A-Za-z0-9]{3,11}$'),
  purpose text,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'approved', 'rejected')),
  reason text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (account, name)
);

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['account', 'users', 'contact_group', 'contact', 'contact_import', 'template',
                              'blacklist_number', 'sender_identity'] LOOP
    EXECUTE format('CREATE TRIGGER %I BEFORE UPDATE ON %I FOR EACH ROW EXECUTE FUNCTION touch()', name || '_touch', name);
  END LOOP;
  FOREACH name IN ARRAY ARRAY['contact_group', 'contact', 'contact_import', 'template', 'blacklist_number',
                              'sender_identity'] LOOP
    EXECUTE format('CREATE TRIGGER %I AFTER INSERT ON %I REFERENCING NEW TABLE AS changed
                    FOR EACH STATEMENT EXECUTE FUNCTION count_rows()', name || '_count_in', name);
    EXECUTE format('CREATE TRIGGER %I AFTER DELETE ON %I REFERENCING OLD TABLE AS changed
                    FOR EACH STATEMENT EXECUTE FUNCTION count_rows()', name || '_count_out', name);
  END LOOP;
END $$;
