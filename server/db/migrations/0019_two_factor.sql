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
