-- Null: not known. Mails are written in it.
ALTER TABLE users ADD COLUMN language text CHECK (language IN ('en', 'ne'));

-- What was asked to be mailed. A row is an intention: codes and links are made when it is sent, so that no
-- table holds one that can be used. Only the demonstration, which sends nothing, keeps the text.
CREATE TABLE mail (
  uuid uuid PRIMARY KEY DEFAULT uuid_v7(),
  kind text NOT NULL,
  "to" text NOT NULL,
  -- The language of the page that asked, for who has no account or has never chosen one.
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

CREATE TABLE password_reset (
  hash bytea PRIMARY KEY,
  "user" uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX password_reset_user ON password_reset ("user");

-- When an address was last written to, known or not, so that nobody's mailbox can be filled.
CREATE TABLE mail_quota (
  address text NOT NULL,
  purpose text NOT NULL,
  times timestamptz[] NOT NULL,
  PRIMARY KEY (address, purpose)
);
