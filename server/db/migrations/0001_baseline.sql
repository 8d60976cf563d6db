-- The whole schema as version 0.1.0 has it, by domain. Later changes are migrations of their own: once 0.1.0 is
-- released, this file stays as it is.
--
-- Amounts of money are minor units (paisa), VAT included, unless a column says otherwise. Times are UTC; days are
-- Nepal's.

CREATE EXTENSION IF NOT EXISTS pg_trgm;

----------------------------------------------------------------------------------------------------------------------
-- What tables have in common
----------------------------------------------------------------------------------------------------------------------

-- UUIDv7 (RFC 9562, 5.7) for PostgreSQL before 18, which has uuidv7() of its own.
-- Lists order by it for "newest first", so that a cursor is one column. Two records of one millisecond, such as two
-- entries of the audit log by one request, are in the order in which they were made: the 12 bits after the
-- milliseconds are the rest of the time, not random (section 6.2, method 3; PostgreSQL 18 does the same).
CREATE FUNCTION uuid_v7(at timestamptz DEFAULT clock_timestamp()) RETURNS uuid
LANGUAGE sql VOLATILE PARALLEL SAFE AS $$
  -- 60 bits of time in units of 1/4096 ms, with the version in between; `at` stands once, or it is not inlined.
  SELECT overlay(
    lpad(to_hex((date_part('epoch', at) * 1000000)::bigint * 512 / 125), 15, '0') || substr(gen_random_uuid()::text, 19)
    PLACING '7' FROM 13 FOR 0)::uuid
$$;

-- Below every UUIDv7 of this millisecond and after, above every one before.
CREATE FUNCTION uuid_floor(at timestamptz) RETURNS uuid LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (lpad(to_hex(floor(extract(epoch FROM at AT TIME ZONE 'UTC') * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
$$;

-- The time that a UUIDv7 begins with, to the millisecond.
CREATE FUNCTION uuid_time(uuid uuid) RETURNS timestamptz LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT to_timestamp(('x0000' || left(replace(uuid::text, '-', ''), 12))::bit(64)::bigint / 1000.0)
$$;

-- The calendar day of a moment in Nepal.
CREATE FUNCTION nepal_day(at timestamptz) RETURNS date LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (at AT TIME ZONE 'Asia/Kathmandu')::date
$$;

CREATE FUNCTION touch() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.updated_at := now();
  RETURN NEW;
END $$;

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;

-- Totals without a scan: one row for each account and table, kept by statement triggers.
CREATE TABLE row_count (
  account uuid NOT NULL,
  entity text NOT NULL,
  n bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (account, entity)
);

-- Two workers whose batches are of the same accounts count their rows in one order, so that neither waits for
-- the other while the other waits for it.
CREATE FUNCTION count_rows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO row_count AS c (account, entity, n)
  SELECT account, TG_TABLE_NAME, CASE TG_OP WHEN 'INSERT' THEN count(*) ELSE -count(*) END
  FROM changed GROUP BY account ORDER BY account
  ON CONFLICT (account, entity) DO UPDATE SET n = c.n + excluded.n;
  RETURN NULL;
END $$;

-- Where the rows of long lists are: every thousandth by age of an account, or of all under the nil uuid, with its
-- place counted from the oldest. Page 40,000 starts from a mark and costs what page 1 does (services/listMarks.ts).
CREATE TABLE list_mark (
  entity text NOT NULL,
  account uuid NOT NULL,
  uuid uuid NOT NULL,
  place bigint NOT NULL,
  PRIMARY KEY (entity, account, uuid)
);
CREATE INDEX list_mark_place ON list_mark (entity, account, place);

-- The provider's own settings: one row, which administrators change while the server runs.
CREATE TABLE provider_setting (
  only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
  -- Campaigns of more recipients than this wait for a member of staff; null: none does.
  approval_above integer CHECK (approval_above >= 0),
  -- A list with so many consecutive numbers in a row is flagged; null: none is.
  consecutive_numbers integer CHECK (consecutive_numbers >= 2),
  -- Staff without a second factor must set one up before anything else.
  staff_two_factor boolean NOT NULL DEFAULT false,
  updated_at timestamptz NOT NULL DEFAULT now()
);
INSERT INTO provider_setting (consecutive_numbers) VALUES (20);

----------------------------------------------------------------------------------------------------------------------
-- Accounts, users and how they sign in
----------------------------------------------------------------------------------------------------------------------

CREATE TABLE account (
  uuid uuid PRIMARY KEY DEFAULT uuid_v7(),
  name text NOT NULL,
  type text NOT NULL DEFAULT 'company' CHECK (type IN ('individual', 'company')),
  pan text CHECK (pan ~ '^[0-9]{9}$'),
  address text,
  -- The provider's own account holds its staff, every other one customers.
  is_provider boolean NOT NULL DEFAULT false,
  is_active boolean NOT NULL DEFAULT true,
  kyc_status text NOT NULL DEFAULT 'none' CHECK (kyc_status IN ('none', 'pending', 'approved', 'rejected')),
  -- The ledger (wallet_entry) changes it; nothing else may.
  balance bigint NOT NULL DEFAULT 0 CHECK (balance >= 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT account_kind UNIQUE (uuid, is_provider)
);
-- Staff find an account by any part of its name or PAN, and sort accounts and wallets.
CREATE INDEX account_search ON account USING gin (name gin_trgm_ops, pan gin_trgm_ops);
CREATE INDEX account_name ON account (name, uuid);
CREATE INDEX account_balance ON account (balance, uuid);

CREATE TABLE users (
  uuid uuid PRIMARY KEY DEFAULT uuid_v7(),
  account uuid NOT NULL REFERENCES account,
  name text NOT NULL,
  email text NOT NULL,
  phone text,
  role text NOT NULL CHECK (role IN ('customer', 'support', 'admin')),
  is_staff boolean NOT NULL GENERATED ALWAYS AS (role <> 'customer') STORED,
  -- Null: the pairs of the role. Else the pairs that an administrator gave this user.
  ui_permissions jsonb,
  password_hash text NOT NULL,
  is_active boolean NOT NULL DEFAULT true,
  -- Whether nobody has chosen a password yet: the user was invited by mail.
  is_invited boolean NOT NULL DEFAULT false,
  -- Null: not known. Mails are written in it.
  language text CHECK (language IN ('en', 'ne')),
  last_login_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- Two requests at once cannot put a customer among the staff, whoever writes.
  CONSTRAINT users_account_kind FOREIGN KEY (account, is_staff) REFERENCES account (uuid, is_provider)
);
CREATE UNIQUE INDEX users_email ON users (lower(email));
CREATE INDEX users_account ON users (account, uuid);
CREATE INDEX users_name_search ON users USING gin (name gin_trgm_ops);
CREATE INDEX users_email_search ON users USING gin (email gin_trgm_ops);
CREATE INDEX users_phone ON users (phone text_pattern_ops) WHERE phone IS NOT NULL;

-- Sessions. The hash stays inside: who could name a session by it, could not use it, but there is no reason to show
-- it; its owner sees the uuid.
CREATE TABLE token (
  hash bytea PRIMARY KEY,
  uuid uuid NOT NULL DEFAULT uuid_v7() UNIQUE,
  "user" uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  ip text,
  user_agent text,
  -- A session in which a member of staff is signed in as a customer. It hangs on the session that it was
  -- started from, and so ends whenever that one does, for whatever reason.
  actor uuid REFERENCES users ON DELETE CASCADE,
  started_from uuid REFERENCES token (uuid) ON DELETE CASCADE,
  reason text,
  last_seen_at timestamptz NOT NULL DEFAULT now(),
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  CONSTRAINT token_acting CHECK (num_nulls(actor, started_from, reason) IN (0, 3))
-- last_seen_at is written once a minute per session; unindexed, with room on the page, it is a HOT update.
) WITH (fillfactor = 70);
CREATE INDEX token_user ON token ("user");
CREATE INDEX token_actor ON token (actor) WHERE actor IS NOT NULL;
CREATE INDEX token_started_from ON token (started_from) WHERE started_from IS NOT NULL;

-- Where a user signed in from: an address (of IPv6 its network of 64 bits) or the hash of a browser's cookie. What
-- strangers try elsewhere does not keep the user out there.
CREATE TABLE sign_in_place (
  "user" uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  place text NOT NULL,
  seen_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY ("user", place)
);
CREATE INDEX sign_in_place_age ON sign_in_place (seen_at);

-- Tries to sign in to one account from one place, since the last right one: each makes the next wait longer.
CREATE UNLOGGED TABLE sign_in_try (
  key bytea PRIMARY KEY,
  tries integer NOT NULL,
  last_at timestamptz NOT NULL,
  -- No try before it.
  next_at timestamptz NOT NULL
) WITH (fillfactor = 50);

-- How often something was asked for within a window that has not ended, over all processes. Whoever it is counted of
-- stands here as a hash. A crash of PostgreSQL empties it: then the counting starts anew.
CREATE UNLOGGED TABLE request_count (
  key bytea PRIMARY KEY,
  n integer NOT NULL,
  ends_at timestamptz NOT NULL
) WITH (fillfactor = 50);

-- Two-factor sign-in: codes of an authenticator app (RFC 6238), and recovery codes for when it is lost.
CREATE TABLE two_factor (
  "user" uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  -- Base32. Codes can be checked only by who can make them, so it is kept as it is.
  secret text NOT NULL,
  -- Null: being set up, and asked of nobody.
  confirmed_at timestamptz,
  -- The 30 seconds that the last accepted code was for: none up to it is accepted again.
  last_step bigint NOT NULL DEFAULT 0,
  -- When codes were tried since the last right one.
  tries timestamptz[] NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE recovery_code (
  "user" uuid NOT NULL REFERENCES two_factor ON DELETE CASCADE,
  hash bytea NOT NULL,
  used_at timestamptz,
  PRIMARY KEY ("user", hash)
);

CREATE TABLE password_reset (
  hash bytea PRIMARY KEY,
  "user" uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX password_reset_user ON password_reset ("user");

-- Sign-ups that nobody has verified. Several may name one address; none of them occupies it. One whose
-- address has an account lies here too, so that nothing takes another time for it; it never gets a code.
CREATE TABLE signup (
  uuid uuid PRIMARY KEY DEFAULT uuid_v7(),
  ticket_hash bytea NOT NULL UNIQUE,
  email text NOT NULL,
  name text NOT NULL,
  phone text,
  password_hash text NOT NULL,
  account_name text NOT NULL,
  type text NOT NULL CHECK (type IN ('individual', 'company')),
  language text CHECK (language IN ('en', 'ne')),
  code_hash text,
  code_expires_at timestamptz,
  tries integer NOT NULL DEFAULT 0,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX signup_email ON signup (lower(email), uuid);

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

-- What was answered to a request that carried a key: given again to the byte, which jsonb would not do.
CREATE TABLE idempotency_key (
  "user" uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  key text NOT NULL,
  request_hash bytea NOT NULL,
  answer json NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY ("user", key)
);
CREATE INDEX idempotency_key_age ON idempotency_key (created_at);

-- What was asked to be mailed. A row is an intention: codes and links are made when it is sent, so that no
-- table holds one that can be used. Only the demonstration, which sends nothing, keeps the text.
CREATE TABLE mail (
  uuid uuid PRIMARY KEY DEFAULT uuid_v7(),
  kind text NOT NULL,
  "to" text NOT NULL,
  -- The language of the page that asked, for people without an account or without a choice of their own.
  language text CHECK (language IN ('en', 'ne')),
  -- The sign-up that a code is for.
  about uuid,
  subject text,
  text text,
  html text,
  attempts integer NOT NULL DEFAULT 0,
  due_at timestamptz NOT NULL DEFAULT now(),
  sent_at timestamptz,
  failed_at timestamptz,
  error text,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX mail_due ON mail (due_at) WHERE sent_at IS NULL AND failed_at IS NULL;

-- When an address was last written to, known or not, so that nobody's mailbox can be filled.
CREATE TABLE mail_quota (
  address text NOT NULL,
  purpose text NOT NULL,
  times timestamptz[] NOT NULL,
  PRIMARY KEY (address, purpose)
);

-- Who did what to which record. No foreign keys: an entry outlives everything that it names.
CREATE TABLE audit_entry (
  uuid uuid PRIMARY KEY DEFAULT uuid_v7(),
  -- The user who did it; null where the server did it by itself. Of a member of staff who was signed in as a
  -- customer, the member of staff.
  actor uuid,
  actor_name text,
  actor_email text,
  -- The key that a program did it with.
  api_key uuid,
  -- The customer whom the actor was signed in as.
  acting_as uuid,
  -- The account whose record it is; null for what is the provider's own.
  account uuid,
  action text NOT NULL,
  entity text NOT NULL,
  record uuid,
  -- What the record was called then.
  title text,
  before jsonb,
  after jsonb,
  ip inet,
  request_id text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
-- What the log is filtered by, newest first, and searched in: it only grows. A range of times is looked up in the
-- UUIDv7, which lists are ordered by.
CREATE INDEX audit_entry_record ON audit_entry (record, uuid) WHERE record IS NOT NULL;
CREATE INDEX audit_entry_actor ON audit_entry (actor, uuid) WHERE actor IS NOT NULL;
CREATE INDEX audit_entry_account ON audit_entry (account, uuid) WHERE account IS NOT NULL;
CREATE INDEX audit_entry_action ON audit_entry (action, uuid);
CREATE INDEX audit_entry_entity ON audit_entry (entity, uuid);
CREATE INDEX audit_entry_acting_as ON audit_entry (acting_as, uuid) WHERE acting_as IS NOT NULL;
CREATE INDEX audit_entry_search ON audit_entry
  USING gin (title gin_trgm_ops, actor_name gin_trgm_ops, actor_email gin_trgm_ops);
CREATE TRIGGER audit_entry_append_only BEFORE UPDATE OR DELETE ON audit_entry
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_entry_keep_all BEFORE TRUNCATE ON audit_entry
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- A session in which staff are signed in as a customer (token.actor) ends in many ways: its actor returns, the
-- customer ends it, its hour is over, the actor's own session ends. The log has the end of each, because the row
-- itself writes it.
CREATE FUNCTION log_end_of_acting() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO audit_entry (actor, actor_name, actor_email, acting_as, account, action, entity, record, title, after)
  SELECT OLD.actor, s.name, s.email, OLD."user", c.account, 'sign-in-as-end', 'users', OLD."user", c.name,
    jsonb_build_object('session', OLD.uuid, 'reason', OLD.reason, 'started_at', OLD.created_at,
      'expired', OLD.expires_at <= now())
  FROM (SELECT 1) one
    LEFT JOIN users s ON s.uuid = OLD.actor LEFT JOIN users c ON c.uuid = OLD."user";
  RETURN NULL;
END $$;
CREATE TRIGGER token_end_of_acting AFTER DELETE ON token
  FOR EACH ROW WHEN (OLD.actor IS NOT NULL) EXECUTE FUNCTION log_end_of_acting();

----------------------------------------------------------------------------------------------------------------------
-- Files, and who stands behind an account
----------------------------------------------------------------------------------------------------------------------

CREATE TABLE file (
  uuid uuid PRIMARY KEY DEFAULT uuid_v7(),
  account uuid NOT NULL REFERENCES account,
  name text NOT NULL,
  size bigint NOT NULL,
  kind text NOT NULL CHECK (kind IN ('csv', 'xlsx', 'pdf', 'jpeg', 'png')),
  -- Where the storage keeps it, relative to the storage's root.
  path text NOT NULL,
  -- What a record refers to is attached, for ever; the rest of what was uploaded goes after some days.
  attached boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX file_unattached ON file (created_at) WHERE NOT attached;

-- Who stands behind an account; one record each, corrected and submitted again where it was rejected.
-- Places are ids of the package states-nepal.
CREATE TABLE kyc (
  uuid uuid PRIMARY KEY DEFAULT uuid_v7(),
  account uuid NOT NULL UNIQUE REFERENCES account,
  "user" uuid NOT NULL REFERENCES users,
  type text NOT NULL CHECK (type IN ('individual', 'company')),
  first_name text NOT NULL,
  middle_name text,
  last_name text NOT NULL,
  name text NOT NULL GENERATED ALWAYS AS
    (first_name || ' ' || coalesce(middle_name || ' ', '') || last_name) STORED,
  name_ne text,
  birth_date date NOT NULL,
  gender text CHECK (gender IN ('female', 'male', 'other')),
  document_type text NOT NULL
    CHECK (document_type IN ('citizenship', 'passport', 'national_id', 'company_registration')),
  document_number text NOT NULL,
  issue_date date NOT NULL,
  issue_district integer,
  province integer NOT NULL,
  district integer NOT NULL,
  municipality integer NOT NULL,
  ward integer NOT NULL CHECK (ward > 0),
  tole text,
  company_name text,
  company_pan text CHECK (company_pan ~ '^[0-9]{9}$'),
  document_front uuid NOT NULL REFERENCES file,
  document_back uuid REFERENCES file,
  photo uuid NOT NULL REFERENCES file,
  pan_certificate uuid REFERENCES file,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'approved', 'rejected')),
  reason text,
  submitted_at timestamptz NOT NULL DEFAULT now(),
  decided_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((status = 'pending') = (decided_at IS NULL)),
  CHECK ((status = 'rejected') = (reason IS NOT NULL)),
  CHECK ((type = 'company') = (company_name IS NOT NULL AND company_pan IS NOT NULL
    AND pan_certificate IS NOT NULL))
);
CREATE INDEX kyc_submitted ON kyc (submitted_at, uuid);
CREATE INDEX kyc_name ON kyc (name, uuid);
CREATE INDEX kyc_name_search ON kyc USING gin (name gin_trgm_ops);
CREATE INDEX kyc_pending ON kyc (submitted_at, uuid) WHERE status = 'pending';

-- Every decision of a record, as it was taken; the record itself shows the latest.
CREATE TABLE kyc_decision (
  uuid uuid PRIMARY KEY DEFAULT uuid_v7(),
  kyc uuid NOT NULL REFERENCES kyc,
  status text NOT NULL CHECK (status IN ('approved', 'rejected')),
  reason text,
  submitted_at timestamptz NOT NULL,
  decided_by uuid NOT NULL REFERENCES users,
  decided_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX kyc_decision_kyc ON kyc_decision (kyc, uuid);
CREATE TRIGGER kyc_decision_append_only BEFORE UPDATE OR DELETE ON kyc_decision
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

----------------------------------------------------------------------------------------------------------------------
-- Contacts
----------------------------------------------------------------------------------------------------------------------

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

-- A sheet is imported into contacts or into the blacklist; one table, one worker, one report of refused rows.
CREATE TABLE contact_import (
  uuid uuid PRIMARY KEY DEFAULT uuid_v7(),
  account uuid NOT NULL REFERENCES account,
  target text NOT NULL DEFAULT 'contacts' CHECK (target IN ('contacts', 'blacklist')),
  file uuid NOT NULL REFERENCES file,
  file_name text NOT NULL,
  mapping jsonb NOT NULL,
  groups uuid[] NOT NULL DEFAULT '{}',
  -- For the blacklist: the reason of the rows that give none.
  reason text,
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
-- Counting imports under way must not read those that ended.
CREATE INDEX contact_import_open ON contact_import (status) WHERE status IN ('queued', 'running');

----------------------------------------------------------------------------------------------------------------------
-- What messages are made of: texts, sender IDs, numbers, prices
----------------------------------------------------------------------------------------------------------------------

CREATE TABLE template (
  uuid uuid PRIMARY KEY DEFAULT uuid_v7(),
  account uuid NOT NULL REFERENCES account,
  name text NOT NULL,
  body text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (account, name)
);

-- A decision stays. A name that was rejected may be asked for again, as another request; of requests that
-- are pending or approved an account has one for a name, whatever its case: phones show DEMO and Demo alike.
CREATE TABLE sender_identity (
  uuid uuid PRIMARY KEY DEFAULT uuid_v7(),
  account uuid NOT NULL REFERENCES account,
  name text NOT NULL CHECK (name ~ '^[A-Za-z0-9]{3,11}$'),
  purpose text NOT NULL,
  document uuid REFERENCES file,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'approved', 'rejected')),
  reason text,
  decided_by uuid REFERENCES users,
  decided_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX sender_identity_once ON sender_identity (account, lower(name)) WHERE status <> 'rejected';
CREATE INDEX sender_identity_account ON sender_identity (account, name, uuid);
CREATE INDEX sender_identity_document ON sender_identity (document) WHERE document IS NOT NULL;
CREATE INDEX sender_identity_name_search ON sender_identity USING gin (name gin_trgm_ops);
-- The queue: what waits, the oldest first.
CREATE INDEX sender_identity_pending ON sender_identity (uuid) WHERE status = 'pending';

-- Letters and digits that look alike on a phone are one: N1CAS1A is read as NICASIA.
CREATE FUNCTION sender_likeness(name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT translate(replace(replace(lower(name), 'rn', 'm'), 'vv', 'w'), 'i0134578926', 'loleastbgzb')
$$;
CREATE INDEX sender_identity_likeness ON sender_identity (sender_likeness(name)) WHERE status <> 'rejected';

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

-- Words that no message may contain. `folded` is what is compared (services/keywords.ts).
CREATE TABLE blocked_keyword (
  uuid uuid PRIMARY KEY DEFAULT uuid_v7(),
  keyword text NOT NULL,
  folded text NOT NULL UNIQUE CHECK (folded <> ''),
  is_active boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);

-- Dated ranges of the number plan; the longest prefix that is valid today wins.
CREATE TABLE number_range (
  uuid uuid PRIMARY KEY DEFAULT uuid_v7(),
  prefix text NOT NULL CHECK (prefix ~ '^\+[0-9]{3,12}$'),
  operator text NOT NULL,
  closed boolean NOT NULL DEFAULT false,
  valid_from date NOT NULL DEFAULT '2000-01-01',
  -- Whether contacts' operators follow it already; housekeeping sees to it when its day has come.
  applied boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT number_range_once UNIQUE (prefix, valid_from)
);

CREATE TABLE pricing (
  uuid uuid PRIMARY KEY DEFAULT uuid_v7(),
  account uuid REFERENCES account, -- null: every account
  operator text, -- null: every operator
  price numeric(12, 4) NOT NULL CHECK (price >= 0), -- per part
  -- Whether what comes back undelivered is released too.
  release_undelivered boolean NOT NULL DEFAULT false,
  valid_from timestamptz NOT NULL DEFAULT now(),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX pricing_account ON pricing (account, operator, valid_from);
CREATE UNIQUE INDEX pricing_once ON pricing (account, operator, valid_from) NULLS NOT DISTINCT;

-- What a dry run found; kept until it expires or its campaign is expanded.
CREATE TABLE plan (
  uuid uuid PRIMARY KEY DEFAULT uuid_v7(),
  account uuid NOT NULL REFERENCES account,
  -- Of everything in the request that decides who gets what text.
  request_hash bytea NOT NULL,
  -- The keywords that its texts were checked against, as a hash; null: none.
  keywords text,
  -- What the recipients come to (services/recipients.ts, Summary); null while they are being read.
  summary jsonb,
  -- A plan that a campaign was made of; its recipients go when they are expanded.
  used boolean NOT NULL DEFAULT false,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX plan_expiry ON plan (expires_at) WHERE NOT used;

-- No foreign key, here and in message: a million rows come from their own plan or campaign in one statement,
-- and the check of each would take as long as the insert.
CREATE TABLE plan_recipient (
  plan uuid NOT NULL,
  position integer NOT NULL,
  source text NOT NULL,
  row integer,
  phone text NOT NULL, -- E.164, or what stood in the sheet where it is none
  operator text,
  text text, -- null: the campaign's body as it is
  parts smallint NOT NULL DEFAULT 0,
  encoding text,
  refusal text,
  reason text,
  PRIMARY KEY (plan, position)
);
CREATE INDEX plan_recipient_refused ON plan_recipient (plan, position) WHERE refusal IS NOT NULL;

----------------------------------------------------------------------------------------------------------------------
-- Payments, packages and invoices
----------------------------------------------------------------------------------------------------------------------

-- What the provider sells; of no account.
CREATE TABLE sms_package (
  uuid uuid PRIMARY KEY DEFAULT uuid_v7(),
  name text NOT NULL UNIQUE,
  parts integer NOT NULL CHECK (parts > 0),
  price bigint NOT NULL CHECK (price > 0),
  validity_days integer NOT NULL CHECK (validity_days > 0),
  is_active boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE payment_reference (
  uuid uuid PRIMARY KEY DEFAULT uuid_v7(),
  account uuid NOT NULL REFERENCES account,
  "user" uuid NOT NULL REFERENCES users,
  kind text NOT NULL CHECK (kind IN ('topup', 'package')),
  amount bigint NOT NULL CHECK (amount > 0),
  method text NOT NULL CHECK (method IN ('bank', 'cash', 'cheque', 'esewa', 'khalti', 'wallet')),
  reference text,
  receipt uuid REFERENCES file,
  -- As they were when the payment was made: a package may change later.
  package uuid REFERENCES sms_package,
  package_name text,
  package_parts integer,
  package_days integer,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'confirmed', 'rejected', 'cancelled')),
  reason text,
  decided_by uuid REFERENCES users,
  decided_at timestamptz,
  invoice uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((kind = 'package') = (package IS NOT NULL)),
  CHECK (kind = 'package' OR method <> 'wallet'),
  CHECK ((status = 'pending') = (decided_at IS NULL))
);
CREATE INDEX payment_reference_account ON payment_reference (account, uuid);
CREATE INDEX payment_reference_pending ON payment_reference (uuid) WHERE status = 'pending';
-- One transfer pays once.
CREATE UNIQUE INDEX payment_reference_once ON payment_reference (account, method, lower(reference))
  WHERE status IN ('pending', 'confirmed') AND reference IS NOT NULL;
CREATE INDEX payment_reference_receipt ON payment_reference (receipt) WHERE receipt IS NOT NULL;
-- A payment by any part of the bank's number, however its spaces and hyphens are written.
CREATE INDEX payment_reference_search ON payment_reference
  USING gin (regexp_replace(lower(reference), '[^[:alnum:]]+', '', 'g') gin_trgm_ops) WHERE reference IS NOT NULL;

-- A decision is taken once and stays; nothing but its invoice follows it.
CREATE FUNCTION keep_decision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status <> 'pending' AND (NEW.status, NEW.amount, NEW.account, NEW.kind)
      IS DISTINCT FROM (OLD.status, OLD.amount, OLD.account, OLD.kind) THEN
    RAISE EXCEPTION 'a payment that is % stays so', OLD.status;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER payment_reference_decided BEFORE UPDATE ON payment_reference
  FOR EACH ROW EXECUTE FUNCTION keep_decision();

-- What a reviewer compares: the number of a transfer however its spaces, hyphens and digits are written.
CREATE FUNCTION plain_reference(reference text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT nullif(regexp_replace(lower(translate(reference, '०१२३४५६७८९', '0123456789')), '[-_/.,:;#*()[:space:]]+', '', 'g'), '')
$$;
CREATE INDEX payment_reference_twins ON payment_reference (method, plain_reference(reference))
  WHERE status IN ('pending', 'confirmed') AND reference IS NOT NULL;

-- Payments as the provider's staff read them: with the names behind them, and the other payments that give
-- the same number by the same method, of which one may have been paid twice with one transfer.
CREATE VIEW payment_review AS
  SELECT p.uuid, p.account, a.name AS account_name, u.name AS user_name, p.kind, p.amount, p.method, p.reference,
    p.receipt, p.package_name, p.status, p.reason, d.name AS decided_by, p.decided_at, p.invoice,
    coalesce((
      SELECT jsonb_agg(jsonb_build_object('uuid', o.uuid, 'account_name', o.account_name, 'amount', o.amount,
        'status', o.status, 'created_at', o.created_at) ORDER BY o.status, o.uuid)
      FROM (
        SELECT t.uuid, b.name AS account_name, t.amount, t.status,
          to_char(t.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS created_at
        FROM payment_reference t JOIN account b ON b.uuid = t.account
        WHERE t.method = p.method AND plain_reference(t.reference) = plain_reference(p.reference)
          AND t.reference IS NOT NULL AND t.status IN ('pending', 'confirmed') AND t.uuid <> p.uuid
        ORDER BY t.status, t.uuid LIMIT 5) o), '[]') AS twins,
    p.created_at, p.updated_at
  FROM payment_reference p
  JOIN account a ON a.uuid = p.account
  JOIN users u ON u.uuid = p."user"
  LEFT JOIN users d ON d.uuid = p.decided_by;

-- What is known of a payment at its online service (services/online/). The payment itself is
-- payment_reference, whose uuid this is; only that one moves money.
CREATE TABLE online_payment (
  uuid uuid PRIMARY KEY REFERENCES payment_reference,
  account uuid NOT NULL REFERENCES account,
  method text NOT NULL CHECK (method IN ('esewa', 'khalti')),
  amount bigint NOT NULL CHECK (amount > 0),
  -- The service's name of the payment (eSewa's transaction_uuid, Khalti's pidx); null before it took it.
  gateway_id text,
  -- The page to pay on, where the service gives one; null where a form is signed anew each time.
  checkout_url text,
  -- The service's number of the money that came, and how much it says that it was.
  transaction text,
  paid bigint,
  answer text CHECK (answer IN ('paid', 'pending', 'failed', 'not_found', 'unavailable')),
  note text CHECK (note IN ('amount_differs', 'transaction_used', 'paid_after_end', 'unsettled')),
  checks integer NOT NULL DEFAULT 0,
  checked_at timestamptz,
  -- When the server looks by itself; null when it does not any more. eSewa's document asks for five minutes.
  next_check_at timestamptz DEFAULT now() + interval '5 minutes',
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX online_payment_account ON online_payment (account, uuid);
CREATE INDEX online_payment_due ON online_payment (next_check_at) WHERE next_check_at IS NOT NULL;
CREATE INDEX online_payment_noted ON online_payment (uuid) WHERE note IS NOT NULL;
-- One transaction of a service pays once, whatever payment it is shown for.
CREATE UNIQUE INDEX online_payment_transaction ON online_payment (method, transaction);
CREATE UNIQUE INDEX online_payment_gateway ON online_payment (method, gateway_id);

-- The last number of each fiscal year: taken under its row's lock and in the transaction of the invoice, so
-- that no number is given twice and none is left out.
CREATE TABLE invoice_number (
  fiscal_year text PRIMARY KEY,
  last integer NOT NULL CHECK (last > 0)
);

CREATE TABLE invoice (
  uuid uuid PRIMARY KEY DEFAULT uuid_v7(),
  account uuid NOT NULL REFERENCES account,
  payment uuid NOT NULL UNIQUE REFERENCES payment_reference,
  fiscal_year text NOT NULL,
  number integer NOT NULL CHECK (number > 0),
  issued_at timestamptz NOT NULL,
  seller jsonb NOT NULL,
  buyer jsonb NOT NULL,
  taxable bigint NOT NULL CHECK (taxable >= 0),
  vat bigint NOT NULL CHECK (vat >= 0),
  vat_percent numeric(5, 2) NOT NULL,
  total bigint NOT NULL CHECK (total > 0),
  UNIQUE (fiscal_year, number),
  CHECK (taxable + vat = total)
);
CREATE TRIGGER invoice_append_only BEFORE UPDATE OR DELETE ON invoice
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TABLE account_package (
  uuid uuid PRIMARY KEY DEFAULT uuid_v7(),
  account uuid NOT NULL REFERENCES account,
  package uuid REFERENCES sms_package,
  payment uuid REFERENCES payment_reference UNIQUE,
  name text NOT NULL,
  parts integer NOT NULL CHECK (parts > 0),
  remaining integer NOT NULL CHECK (remaining >= 0 AND remaining <= parts),
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX account_package_account ON account_package (account, expires_at);
-- The packages of every account, newest first, and of one.
CREATE INDEX account_package_age ON account_package (account, uuid);

----------------------------------------------------------------------------------------------------------------------
-- Campaigns, and the money that they hold
----------------------------------------------------------------------------------------------------------------------

CREATE TABLE campaign (
  uuid uuid PRIMARY KEY DEFAULT uuid_v7(),
  account uuid NOT NULL REFERENCES account,
  "user" uuid NOT NULL REFERENCES users,
  name text NOT NULL,
  status text NOT NULL CHECK (status IN
    ('draft', 'preparing', 'scheduled', 'sending', 'paused', 'completed', 'cancelled', 'failed')),
  sender text NOT NULL,
  body text NOT NULL,
  encoding text NOT NULL,
  -- Sent before everything else: a code or an alert to a few.
  urgent boolean NOT NULL DEFAULT false,
  recipients integer NOT NULL,
  queued integer NOT NULL CHECK (queued >= 0),
  submitted integer NOT NULL DEFAULT 0 CHECK (submitted >= 0),
  delivered integer NOT NULL DEFAULT 0,
  undelivered integer NOT NULL DEFAULT 0,
  expired integer NOT NULL DEFAULT 0,
  rejected integer NOT NULL DEFAULT 0,
  cancelled integer NOT NULL DEFAULT 0,
  unknown integer NOT NULL DEFAULT 0 CHECK (unknown >= 0),
  parts integer NOT NULL,
  -- Held when accepted: parts of packages, and minor units of the wallet.
  package_parts integer NOT NULL,
  cost bigint NOT NULL CHECK (cost >= 0),
  -- The wallet's share to the fraction: cost = round(cost_exact).
  cost_exact numeric(20, 4) NOT NULL,
  captured_exact numeric(20, 4) NOT NULL DEFAULT 0,
  dropped_exact numeric(20, 4) NOT NULL DEFAULT 0,
  captured bigint NOT NULL DEFAULT 0,
  released bigint NOT NULL DEFAULT 0,
  package_captured integer NOT NULL DEFAULT 0,
  package_dropped integer NOT NULL DEFAULT 0,
  package_released integer NOT NULL DEFAULT 0,
  -- Operator -> {price, package_parts, release_undelivered}; expansion takes from package_parts.
  prices jsonb NOT NULL,
  plan uuid NOT NULL REFERENCES plan,
  -- Recipients become messages in chunks, while the first of them are being sent already.
  expanding boolean NOT NULL DEFAULT true,
  expanded_to integer NOT NULL DEFAULT 0, -- position in the plan
  error text,
  -- What is suspicious of the recipient list (schema/oversight.ts, ListFlag); null: nothing.
  flag jsonb,
  flagged boolean NOT NULL GENERATED ALWAYS AS (flag IS NOT NULL) STORED,
  -- Paused by staff; the customer cannot resume it.
  held boolean NOT NULL DEFAULT false,
  -- Who approved or rejected it, where it had to wait for that.
  decided_by uuid REFERENCES users,
  decided_at timestamptz,
  -- What wants a look stands first in the list of staff.
  attention smallint NOT NULL GENERATED ALWAYS AS (CASE
    WHEN status = 'draft' THEN CASE WHEN flag IS NULL THEN 2 ELSE 3 END
    WHEN flag IS NOT NULL AND status IN ('preparing', 'scheduled', 'sending', 'paused') THEN 1
    ELSE 0 END) STORED,
  scheduled_at timestamptz,
  started_at timestamptz,
  finished_at timestamptz,
  -- Set when housekeeping has removed messages of it with their month; its counts and its money stay.
  messages_removed_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK (recipients = queued + submitted + delivered + undelivered + expired + rejected + cancelled + unknown),
  CHECK (captured_exact + dropped_exact <= cost_exact),
  CHECK (captured + released <= cost),
  CHECK (package_captured + package_dropped <= package_parts AND package_released <= package_dropped),
  CHECK (NOT held OR status = 'paused')
);
-- A plan is sent once, whoever asks for it at the same time.
CREATE UNIQUE INDEX campaign_plan ON campaign (plan);
CREATE INDEX campaign_account ON campaign (account, uuid);
CREATE INDEX campaign_active ON campaign (status) WHERE status IN ('preparing', 'scheduled', 'sending');
-- A campaign that waits holds its recipients, but is not to be made into messages.
CREATE INDEX campaign_expanding ON campaign (created_at) WHERE expanding AND status <> 'draft';
-- What is on its way of an account, for its dashboard.
CREATE INDEX campaign_running ON campaign (account) WHERE status IN ('preparing', 'sending', 'paused');
-- What holds money of an account: for the list of wallets, and for what is paused when it is deactivated.
CREATE INDEX campaign_holding ON campaign (account)
  WHERE status IN ('draft', 'preparing', 'scheduled', 'sending', 'paused');
CREATE INDEX campaign_draft ON campaign (uuid) WHERE status = 'draft';
CREATE INDEX campaign_attention ON campaign (attention, uuid);
CREATE INDEX campaign_name_search ON campaign USING gin (name gin_trgm_ops);

-- Which packages a campaign's held parts came from.
CREATE TABLE campaign_package (
  campaign uuid NOT NULL REFERENCES campaign,
  package uuid NOT NULL REFERENCES account_package,
  parts integer NOT NULL CHECK (parts > 0),
  released integer NOT NULL DEFAULT 0 CHECK (released >= 0 AND released <= parts),
  PRIMARY KEY (campaign, package)
);

-- Every movement of a wallet.
CREATE TABLE wallet_entry (
  uuid uuid PRIMARY KEY DEFAULT uuid_v7(),
  account uuid NOT NULL REFERENCES account,
  kind text NOT NULL CHECK (kind IN ('opening', 'topup', 'package', 'hold', 'release', 'adjustment')),
  amount bigint NOT NULL CHECK (amount <> 0),
  balance bigint NOT NULL CHECK (balance >= 0),
  campaign uuid REFERENCES campaign,
  payment uuid REFERENCES payment_reference,
  note text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX wallet_entry_account ON wallet_entry (account, uuid);
-- A payment moves a balance once, whatever confirms it and however often.
CREATE UNIQUE INDEX wallet_entry_payment ON wallet_entry (payment) WHERE payment IS NOT NULL;
CREATE TRIGGER wallet_entry_append_only BEFORE UPDATE OR DELETE ON wallet_entry
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

----------------------------------------------------------------------------------------------------------------------
-- Messages. What changes of one stands in no index, so that PostgreSQL writes its new version into the same page and
-- touches no index (HOT); the pages keep room for it. What indexes would tell stands in small tables of its own
-- (docs/adr/0007).
----------------------------------------------------------------------------------------------------------------------

-- A table for each month (UTC) of their making, so that old months go by dropping a table and today's indexes stay
-- small. A UUIDv7 begins with its time: ranges of uuids are ranges of time, and the primary key stays the uuid alone
-- (docs/adr/0006).
CREATE TABLE message (
  uuid uuid PRIMARY KEY DEFAULT uuid_v7(),
  account uuid NOT NULL,
  campaign uuid NOT NULL,
  row integer,
  phone text NOT NULL,
  operator text NOT NULL,
  text text, -- null: the campaign's body
  parts smallint NOT NULL,
  package_parts smallint NOT NULL,
  amount numeric(14, 4) NOT NULL, -- of the wallet
  status text NOT NULL DEFAULT 'queued' CHECK (status IN
    ('queued', 'submitted', 'delivered', 'undelivered', 'expired', 'rejected', 'cancelled', 'unknown')),
  link text,
  operator_id text,
  error text,
  attempts smallint NOT NULL DEFAULT 0,
  submitted_at timestamptz,
  finished_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
) PARTITION BY RANGE (uuid);
CREATE INDEX message_campaign ON message (campaign, uuid);
CREATE INDEX message_account ON message (account, uuid);
-- A number's messages, newest first, a page at a time.
CREATE INDEX message_phone ON message (phone text_pattern_ops, account, uuid);

-- The operator's ids of all messages, so that receipts find them: one may come for each part. No foreign key: months
-- of both go together, and the check of each part would cost as much as its row.
CREATE TABLE message_part (
  operator_id text NOT NULL,
  link text NOT NULL,
  message uuid NOT NULL,
  status text NOT NULL DEFAULT 'submitted',
  alone boolean NOT NULL DEFAULT false, -- of a message of one part
  PRIMARY KEY (operator_id, link, message)
) PARTITION BY RANGE (message);
CREATE INDEX message_part_message ON message_part (message) WHERE NOT alone;

-- Makes the tables of the month that comes after the newest, of the start of what lies in the `after` tables.
-- These need the whole table for a moment: a row that moved while an update waited for it would not be found again.
CREATE FUNCTION add_message_month(month date) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  low uuid := uuid_floor(month::timestamp AT TIME ZONE 'UTC');
  high uuid := uuid_floor((month + interval '1 month') AT TIME ZONE 'UTC');
  parent text;
  key text;
  part text;
  rest text;
BEGIN
  FOR parent, key IN VALUES ('message', 'uuid'), ('message_part', 'message') LOOP
    part := parent || to_char(month, '_YYYY_MM');
    rest := parent || '_after';
    EXECUTE format('ALTER TABLE %I DETACH PARTITION %I', parent, rest);
    EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING CONSTRAINTS)', part, parent);
    IF parent = 'message' THEN
      EXECUTE format('ALTER TABLE %I SET (fillfactor = 40)', part);
    END IF;
    EXECUTE format('WITH moved AS (DELETE FROM %I WHERE %I < %L RETURNING *) INSERT INTO %I SELECT * FROM moved',
      rest, key, high, part);
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', parent, part, low, high);
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (MAXVALUE)', parent, rest, high);
  END LOOP;
END $$;

-- This month and the next two; before and after them lies what a wrong clock made. No DEFAULT table: beside one, a
-- list cannot be read month by month, it has to begin in all of them.
DO $$
DECLARE
  first timestamp := date_trunc('month', now() AT TIME ZONE 'UTC');
  parent text;
BEGIN
  FOREACH parent IN ARRAY ARRAY['message', 'message_part'] LOOP
    EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (MINVALUE) TO (%L)', parent || '_before', parent,
      uuid_floor(first AT TIME ZONE 'UTC'));
    EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (%L) TO (MAXVALUE)', parent || '_after', parent,
      uuid_floor(first AT TIME ZONE 'UTC'));
  END LOOP;
  ALTER TABLE message_before SET (fillfactor = 40);
  ALTER TABLE message_after SET (fillfactor = 40);
  PERFORM add_message_month(month::date)
  FROM generate_series(first, first + interval '2 months', interval '1 month') AS month;
END $$;

-- Of a campaign and an operator: up to which message workers have taken them, and how many more there are.
CREATE TABLE campaign_queue (
  campaign uuid NOT NULL,
  operator text NOT NULL,
  claimed_to uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
  waiting integer NOT NULL CHECK (waiting >= 0),
  PRIMARY KEY (campaign, operator)
) WITH (fillfactor = 50);

-- Messages that a worker has taken at once: an operator's of a campaign from the first to the last, or, where these are
-- null, those of message_retry. Deleted when the outcome of each is recorded.
CREATE TABLE hand (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  worker bigint NOT NULL,
  link text NOT NULL,
  campaign uuid NOT NULL,
  operator text,
  first uuid,
  last uuid,
  messages integer NOT NULL CHECK (messages > 0),
  taken_at timestamptz NOT NULL DEFAULT now(),
  CHECK (num_nulls(operator, first, last) IN (0, 3))
) WITH (fillfactor = 50);
CREATE INDEX hand_worker ON hand (worker);
CREATE INDEX hand_campaign ON hand (campaign);

-- Messages that wait to be tried again, or are just being.
CREATE TABLE message_retry (
  message uuid PRIMARY KEY,
  campaign uuid NOT NULL,
  operator text NOT NULL,
  not_before timestamptz NOT NULL,
  hand bigint
);
CREATE INDEX message_retry_due ON message_retry (campaign, operator, not_before) WHERE hand IS NULL;
CREATE INDEX message_retry_hand ON message_retry (hand) WHERE hand IS NOT NULL;

-- Messages of unknown fate.
CREATE TABLE message_unknown (
  message uuid PRIMARY KEY,
  campaign uuid NOT NULL,
  link text NOT NULL,
  phone text NOT NULL,
  submitted_at timestamptz NOT NULL
);
CREATE INDEX message_unknown_receipt ON message_unknown (link, phone);
CREATE INDEX message_unknown_campaign ON message_unknown (campaign);
CREATE INDEX message_unknown_overdue ON message_unknown (submitted_at);

-- Receipts that no message was found for, yet.
CREATE TABLE receipt (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  link text NOT NULL,
  operator_id text NOT NULL,
  phone text NOT NULL,
  status text NOT NULL,
  error text,
  received_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX receipt_operator_id ON receipt (operator_id);
CREATE INDEX receipt_phone ON receipt (link, phone);

CREATE SEQUENCE worker_id;

----------------------------------------------------------------------------------------------------------------------
-- Operators
----------------------------------------------------------------------------------------------------------------------

-- Operator links as data. Messages and receipts carry a link's name, which so never changes.
CREATE TABLE operator_link (
  uuid uuid PRIMARY KEY DEFAULT uuid_v7(),
  name text NOT NULL UNIQUE,
  -- environment: its address and password are SMPP_URL's, and a worker that has it there runs it.
  managed_by text NOT NULL DEFAULT 'console' CHECK (managed_by IN ('environment', 'console')),
  host text NOT NULL,
  port integer NOT NULL CHECK (port BETWEEN 1 AND 65535),
  tls boolean NOT NULL DEFAULT false,
  -- With TLS: certificates in PEM to trust in place of the system's, and the name that the operator's must have in
  -- place of the host. Empty: the system's, and the host.
  tls_ca text NOT NULL DEFAULT '',
  tls_name text NOT NULL DEFAULT '',
  system_id text NOT NULL,
  -- In plain text, as the operator must be told it: whoever reads the database reads it. No route answers it,
  -- and the audit log never holds it. Null: it is in the environment of the workers.
  password text,
  -- When the system ID or the password was last set.
  login_set_at timestamptz NOT NULL DEFAULT now(),
  system_type text NOT NULL DEFAULT '',
  -- How the operator wants to be spoken to; the words are told at schema/operatorLink.ts.
  bind_mode text NOT NULL DEFAULT 'transceiver' CHECK (bind_mode IN ('transceiver', 'separate')),
  long_messages text NOT NULL DEFAULT 'udh' CHECK (long_messages IN ('udh', 'payload', 'sar')),
  message_ids text NOT NULL DEFAULT 'same'
    CHECK (message_ids IN ('same', 'decimal', 'hex', 'hex_decimal', 'decimal_hex')),
  -- Unanswered parts, and parts per second (0: no limit).
  "window" integer NOT NULL DEFAULT 100 CHECK ("window" BETWEEN 1 AND 10000),
  rate integer NOT NULL DEFAULT 0 CHECK (rate >= 0),
  -- What SMPP_URL said of window and rate when a worker started last: only a change there overrules the console.
  given jsonb,
  -- The operators whose messages it takes; empty: all.
  operators text[] NOT NULL DEFAULT '{}',
  -- The lowest number goes first; links of the same number share.
  priority integer NOT NULL DEFAULT 10 CHECK (priority BETWEEN 0 AND 1000),
  -- False: paused. It stays bound, for receipts, and takes no messages.
  is_active boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK (managed_by = 'environment' OR password IS NOT NULL)
);

-- Workers hear of any change, whoever makes it.
CREATE FUNCTION tell_operator_link() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('operator_link', '');
  RETURN NULL;
END $$;
CREATE TRIGGER operator_link_tell AFTER INSERT OR UPDATE OR DELETE ON operator_link
  FOR EACH STATEMENT EXECUTE FUNCTION tell_operator_link();

-- What each worker last said of each link that it runs.
CREATE TABLE operator_link_state (
  link uuid NOT NULL REFERENCES operator_link ON DELETE CASCADE,
  worker bigint NOT NULL,
  state text NOT NULL CHECK (state IN ('connecting', 'bound', 'down')),
  since timestamptz NOT NULL,
  -- Why it is down.
  reason text,
  in_flight integer NOT NULL,
  -- Parts that the operator took in the last minute.
  per_minute integer NOT NULL,
  -- What the operator last refused a message with.
  last_error text,
  last_error_at timestamptz,
  -- Since when it takes nothing because it asks for a slower pace: other links take over then.
  throttled_since timestamptz,
  -- Until then links of a worse priority leave its operators to it: renewed while it is bound.
  holds_until timestamptz NOT NULL,
  -- What this worker may use of its link's window and rate (parts per second; null: without a limit), and of the
  -- window also what it has unanswered beyond that. Over all workers together they are never more than the link's.
  window_share integer NOT NULL DEFAULT 0,
  rate_share double precision DEFAULT 0,
  seen_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (link, worker)
-- Updated every few seconds: room in the page keeps the updates from touching the index.
) WITH (fillfactor = 50);

-- A link's state over all workers that run it: the best that any says who was heard of lately.
CREATE VIEW operator_link_now AS
SELECT l.uuid AS link, coalesce(best.state, 'unknown') AS state, best.since, best.reason,
  coalesce(sums.in_flight, 0) AS in_flight, coalesce(sums.per_minute, 0) AS per_minute,
  coalesce(sums.workers, 0) AS workers, coalesce(sums.holds, false) AS holds,
  failed.last_error, failed.last_error_at
FROM operator_link l
LEFT JOIN LATERAL (
  SELECT s.state, s.since, s.reason FROM operator_link_state s
  WHERE s.link = l.uuid AND s.seen_at > now() - interval '15 seconds'
  ORDER BY s.state = 'bound' DESC, s.state = 'connecting' DESC, s.since LIMIT 1) best ON true
LEFT JOIN LATERAL (
  SELECT sum(in_flight)::int AS in_flight, sum(per_minute)::int AS per_minute, count(*)::int AS workers,
    bool_or(holds_until > now()) AS holds
  FROM operator_link_state s WHERE s.link = l.uuid AND s.seen_at > now() - interval '15 seconds') sums ON true
LEFT JOIN LATERAL (
  SELECT s.last_error, s.last_error_at FROM operator_link_state s
  WHERE s.link = l.uuid AND s.last_error IS NOT NULL ORDER BY s.last_error_at DESC LIMIT 1) failed ON true;

----------------------------------------------------------------------------------------------------------------------
-- Figures: what was used on each day, kept in the transactions that move messages
----------------------------------------------------------------------------------------------------------------------

CREATE TABLE consumption (
  uuid uuid PRIMARY KEY DEFAULT uuid_v7(),
  account uuid NOT NULL REFERENCES account,
  day date NOT NULL, -- Asia/Kathmandu
  campaign uuid NOT NULL REFERENCES campaign,
  operator text NOT NULL,
  source text NOT NULL CHECK (source IN ('package', 'wallet')),
  messages integer NOT NULL DEFAULT 0,
  parts integer NOT NULL DEFAULT 0,
  amount numeric(20, 4) NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (campaign, day, operator, source)
);
CREATE INDEX consumption_account ON consumption (account, uuid);
-- The consumption history is in the order of its days, page by page.
CREATE INDEX consumption_day ON consumption (account, day, uuid);

-- What an account used and sent on a day: a few rows a day however many messages there are. services/daily.ts
-- keeps it in the transactions that move messages; at all times it equals daily_expected.
CREATE TABLE daily_use (
  account uuid NOT NULL REFERENCES account,
  day date NOT NULL, -- Asia/Kathmandu
  operator text NOT NULL,
  -- Charged on the day, less what was given back on it: the sums of consumption. They may be below zero on
  -- a day that only gave back.
  messages integer NOT NULL DEFAULT 0,
  parts integer NOT NULL DEFAULT 0,
  amount numeric(20, 4) NOT NULL DEFAULT 0,
  -- Messages that went to the operator on the day, and what has become of these whenever it became known.
  sent integer NOT NULL DEFAULT 0,
  delivered integer NOT NULL DEFAULT 0,
  failed integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account, day, operator)
-- Updated with every batch: room in the page keeps the updates from touching the index.
) WITH (fillfactor = 50);
-- The days of all accounts, for the provider's dashboard.
CREATE INDEX daily_use_day ON daily_use (day);

-- The definition of daily_use, from every message and charge: for checking it.
CREATE VIEW daily_expected AS
SELECT account, day, operator, sum(messages)::int AS messages, sum(parts)::int AS parts, sum(amount) AS amount,
  sum(sent)::int AS sent, sum(delivered)::int AS delivered, sum(failed)::int AS failed
FROM (
  SELECT account, day, operator, messages, parts, amount, 0 AS sent, 0 AS delivered, 0 AS failed FROM consumption
  UNION ALL
  -- What was refused at once was never submitted; its day is that of the refusal.
  SELECT account, nepal_day(coalesce(submitted_at, finished_at)), operator, 0, 0, 0, 1,
    (status = 'delivered')::int, (status IN ('undelivered', 'expired', 'rejected'))::int
  FROM message WHERE status IN ('submitted', 'delivered', 'undelivered', 'expired', 'rejected', 'unknown')
) each
GROUP BY account, day, operator;

-- The same UUIDv7 for the same account, day and operator, in the order of the days: rows that are sums have
-- no uuid of their own. One expression, so that queries have it without a call.
CREATE FUNCTION day_uuid(account uuid, day date, operator text) RETURNS uuid
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (lpad(to_hex(extract(epoch FROM day)::bigint * 1000), 12, '0')
    || '7' || substr(md5(account::text || coalesce(operator, '')), 1, 3)
    || '8' || substr(md5(account::text || coalesce(operator, '')), 4, 15))::uuid
$$;

-- The list's rows: one a day with operator null, and one a day and operator.
CREATE VIEW daily_consumption AS
SELECT day_uuid(account, day, NULL) AS uuid, account, day, NULL::text AS operator,
  sum(messages)::int AS messages, sum(parts)::int AS parts, sum(amount) AS amount,
  sum(sent)::int AS sent, sum(delivered)::int AS delivered, sum(failed)::int AS failed,
  min(created_at) AS created_at, max(updated_at) AS updated_at
FROM daily_use GROUP BY account, day
UNION ALL
SELECT day_uuid(account, day, operator), account, day, operator, messages, parts, amount, sent, delivered, failed,
  created_at, updated_at
FROM daily_use;

-- What went to each link on a day and what has become of it, as daily_use is for accounts.
CREATE TABLE link_use (
  day date NOT NULL, -- Asia/Kathmandu
  link text NOT NULL,
  sent integer NOT NULL DEFAULT 0,
  delivered integer NOT NULL DEFAULT 0,
  failed integer NOT NULL DEFAULT 0,
  PRIMARY KEY (day, link)
) WITH (fillfactor = 50);

CREATE VIEW link_expected AS
SELECT nepal_day(coalesce(submitted_at, finished_at)) AS day, link, count(*)::int AS sent,
  count(*) FILTER (WHERE status = 'delivered')::int AS delivered,
  count(*) FILTER (WHERE status IN ('undelivered', 'expired', 'rejected'))::int AS failed
FROM message
WHERE status IN ('submitted', 'delivered', 'undelivered', 'expired', 'rejected', 'unknown') AND link IS NOT NULL
GROUP BY nepal_day(coalesce(submitted_at, finished_at)), link;

-- What the last checks of the ledger found: of the books alone, and of everything with every message.
CREATE TABLE ledger_check (
  scope text PRIMARY KEY CHECK (scope IN ('books', 'all')),
  checked_at timestamptz NOT NULL,
  seconds double precision NOT NULL,
  -- Of services/ledgerCheck.ts, as many as a person would read.
  violations jsonb NOT NULL,
  violation_count integer NOT NULL
);

----------------------------------------------------------------------------------------------------------------------
-- Webhooks
----------------------------------------------------------------------------------------------------------------------

-- Where customers get the outcome of their messages and campaigns.
CREATE TABLE webhook (
  uuid uuid PRIMARY KEY DEFAULT uuid_v7(),
  account uuid NOT NULL REFERENCES account,
  -- Who made it, and gets the mail when it is switched off.
  "user" uuid NOT NULL REFERENCES users,
  url text NOT NULL,
  events text[] NOT NULL,
  is_active boolean NOT NULL DEFAULT true,
  -- Signing needs the secret itself. For a while after a rotation both sign.
  secret text NOT NULL,
  former_secret text,
  former_until timestamptz,
  -- When it began to fail without a success since, and failed last: after a day of quiet it begins anew.
  failing_since timestamptz,
  failed_at timestamptz,
  switched_off_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX webhook_account ON webhook (account, uuid);
CREATE INDEX webhook_active ON webhook (account) WHERE is_active;

-- Events as they happen: a row for each webhook and batch of messages, written in the transaction that moves
-- the messages; jobs/webhooks.ts makes requests of them. Of messages it is their ids only: what has become of
-- them is final, and read later, so that sending does not wait for it. No foreign key: a webhook that is
-- deleted in the same moment must not fail the sending. What has no webhook any more is thrown away.
CREATE TABLE webhook_event (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  webhook uuid NOT NULL,
  messages uuid[] NOT NULL DEFAULT '{}',
  events jsonb NOT NULL DEFAULT '[]'
);

-- A request and its attempts.
CREATE TABLE webhook_delivery (
  uuid uuid PRIMARY KEY DEFAULT uuid_v7(),
  account uuid NOT NULL,
  webhook uuid NOT NULL REFERENCES webhook ON DELETE CASCADE,
  kind text NOT NULL DEFAULT 'events' CHECK (kind IN ('events', 'ping')),
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'delivered', 'failed')),
  -- What is told; null once it was delivered.
  events jsonb,
  event_count integer NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  -- Attempts of this round, and when it gives up: trying again by hand begins a new one.
  round_attempts integer NOT NULL DEFAULT 0,
  give_up_at timestamptz NOT NULL DEFAULT now() + interval '24 hours',
  -- When it is due; of one in a worker's hand when the next may take it, should that worker have died.
  next_attempt_at timestamptz DEFAULT now(),
  in_hand boolean NOT NULL DEFAULT false,
  attempted_at timestamptz,
  http_status integer,
  duration integer,
  error text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX webhook_delivery_account ON webhook_delivery (account, uuid);
CREATE INDEX webhook_delivery_webhook ON webhook_delivery (webhook, uuid);
CREATE INDEX webhook_delivery_due ON webhook_delivery (webhook, next_attempt_at) WHERE status = 'pending';
CREATE INDEX webhook_delivery_age ON webhook_delivery (created_at);

-- Whatever ends a campaign tells it: a few rows in a campaign's life. Counts are those of that moment;
-- receipts of a completed campaign may still come.
CREATE FUNCTION tell_campaign() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO webhook_event (webhook, events)
  SELECT w.uuid, jsonb_build_array(jsonb_build_object(
    'id', NEW.uuid || '.' || NEW.status,
    'type', 'campaign.' || NEW.status,
    'timestamp', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'data', jsonb_build_object('uuid', NEW.uuid, 'name', NEW.name, 'status', NEW.status,
      'recipients', NEW.recipients, 'submitted', NEW.submitted, 'delivered', NEW.delivered,
      'undelivered', NEW.undelivered, 'expired', NEW.expired, 'rejected', NEW.rejected,
      'cancelled', NEW.cancelled, 'unknown', NEW.unknown)))
  FROM webhook w WHERE w.account = NEW.account AND w.is_active AND 'campaign.' || NEW.status = ANY(w.events);
  RETURN NULL;
END $$;
CREATE TRIGGER campaign_tell AFTER UPDATE OF status ON campaign FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status AND NEW.status IN ('completed', 'cancelled', 'failed'))
  EXECUTE FUNCTION tell_campaign();

----------------------------------------------------------------------------------------------------------------------
-- Triggers that many tables have
----------------------------------------------------------------------------------------------------------------------

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['account', 'users', 'kyc', 'contact_group', 'contact', 'contact_import', 'template',
      'blacklist_number', 'sender_identity', 'viber_identity', 'blocked_keyword', 'number_range', 'pricing',
      'sms_package', 'payment_reference', 'online_payment', 'account_package', 'campaign', 'operator_link', 'consumption',
      'daily_use', 'webhook', 'webhook_delivery', 'provider_setting'] LOOP
    EXECUTE format('CREATE TRIGGER %I BEFORE UPDATE ON %I FOR EACH ROW EXECUTE FUNCTION touch()', name || '_touch', name);
  END LOOP;
  FOREACH name IN ARRAY ARRAY['users', 'api_key', 'contact_group', 'contact', 'contact_import', 'template',
      'blacklist_number', 'sender_identity', 'viber_identity', 'payment_reference', 'online_payment', 'account_package',
      'campaign', 'message', 'wallet_entry', 'consumption', 'webhook', 'webhook_delivery'] LOOP
    EXECUTE format('CREATE TRIGGER %I AFTER INSERT ON %I REFERENCING NEW TABLE AS changed
                    FOR EACH STATEMENT EXECUTE FUNCTION count_rows()', name || '_count_in', name);
    EXECUTE format('CREATE TRIGGER %I AFTER DELETE ON %I REFERENCING OLD TABLE AS changed
                    FOR EACH STATEMENT EXECUTE FUNCTION count_rows()', name || '_count_out', name);
  END LOOP;
END $$;
