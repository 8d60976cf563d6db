-- Changes of a user's e-mail address that the new address has still to confirm; `users.email` is in force until then. The
-- link is made when its mail is written, and only the link's hash is kept.
CREATE TABLE address_change (
  uuid uuid PRIMARY KEY DEFAULT uuid_v7(),
  "user" uuid NOT NULL UNIQUE REFERENCES users ON DELETE CASCADE,
  email text NOT NULL,
  -- Whether users asked for it themselves and showed that it was them. Else staff did.
  by_owner boolean NOT NULL,
  hash bytea UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);
CREATE INDEX address_change_age ON address_change (expires_at);

-- When the address was last changed, and whether by its owner: for a day afterwards links to a new password are held back.
ALTER TABLE users ADD address_changed_at timestamptz, ADD address_by_owner boolean NOT NULL DEFAULT false;
