-- When a session's user last showed that it is them: by signing in, or later by a password, a code or a passkey.
ALTER TABLE token ADD proved_at timestamptz NOT NULL DEFAULT now();
UPDATE token SET proved_at = created_at;

-- Minutes after that in which money, users and settings are changed without showing it anew; null: it is never asked for.
ALTER TABLE provider_setting ADD step_up_minutes integer DEFAULT 15 CHECK (step_up_minutes BETWEEN 1 AND 1200);

-- Passkeys (WebAuthn) of users whose two-factor sign-in is on: each is a second factor beside the app, and goes with it.
CREATE TABLE passkey (
  uuid uuid PRIMARY KEY DEFAULT uuid_v7(),
  "user" uuid NOT NULL REFERENCES two_factor ON DELETE CASCADE,
  name text NOT NULL,
  credential_id bytea NOT NULL UNIQUE,
  -- In COSE, as the authenticator gave it.
  public_key bytea NOT NULL,
  -- Of uses, as the authenticator counts them; 0 of those that do not count. One that goes back is a copy.
  counter bigint NOT NULL,
  transports text[] NOT NULL DEFAULT '{}',
  -- Whether it may be, and is, copied to the user's other devices.
  backup_eligible boolean NOT NULL,
  backed_up boolean NOT NULL,
  last_used_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX passkey_user ON passkey ("user");

-- What authenticators were asked to sign, each for one use within minutes.
CREATE TABLE passkey_challenge (
  hash bytea PRIMARY KEY,
  "user" uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  purpose text NOT NULL CHECK (purpose IN ('register', 'prove')),
  expires_at timestamptz NOT NULL
);
CREATE INDEX passkey_challenge_user ON passkey_challenge ("user");
CREATE INDEX passkey_challenge_age ON passkey_challenge (expires_at);

ALTER TABLE security_alert DROP CONSTRAINT security_alert_kind_check, ADD CONSTRAINT security_alert_kind_check
  CHECK (kind IN ('password-changed', 'address-changed', 'key-added', 'new-device', 'passkey-added', 'passkey-removed'));
