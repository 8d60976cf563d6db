-- Wrong codes of the authenticator app must not lock out recovery codes: each kind is counted by itself.
ALTER TABLE two_factor ADD recovery_tries timestamptz[] NOT NULL DEFAULT '{}';

-- Minutes without a request after which a session ends, for staff and for customers; null: its 20 hours end it.
-- SESSION_IDLE_MINUTES of a process makes it no longer than that.
ALTER TABLE provider_setting
  ADD staff_idle_minutes integer DEFAULT 60 CHECK (staff_idle_minutes BETWEEN 5 AND 1200),
  ADD customer_idle_minutes integer CHECK (customer_idle_minutes BETWEEN 5 AND 1200);

-- What a user is told of by mail, each with a link that says "this was not me". An alert is made with the event; its link
-- when the mail is written, and only the link's hash is kept.
CREATE TABLE security_alert (
  uuid uuid PRIMARY KEY DEFAULT uuid_v7(),
  "user" uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('password-changed', 'address-changed', 'key-added', 'new-device')),
  -- Where the mail goes: of a changed address the former one.
  email text NOT NULL,
  -- What the mail names: the address of a sign-in, the first characters of a key.
  detail text,
  hash bytea UNIQUE,
  used_at timestamptz,
  -- Of the event: API keys that were made since then are revoked.
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX security_alert_user ON security_alert ("user");
CREATE INDEX security_alert_age ON security_alert (created_at);
