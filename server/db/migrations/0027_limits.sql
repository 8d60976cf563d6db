-- How often something was asked for within a window that has not ended, over all processes. Whoever it is counted of
-- stands here as a hash. A crash of PostgreSQL empties it: then the counting starts anew.
CREATE UNLOGGED TABLE request_count (
  key bytea PRIMARY KEY,
  n integer NOT NULL,
  ends_at timestamptz NOT NULL
) WITH (fillfactor = 50);

-- Tries to sign in to one account from one place, since the last right one: each makes the next wait longer.
CREATE UNLOGGED TABLE sign_in_try (
  key bytea PRIMARY KEY,
  tries integer NOT NULL,
  last_at timestamptz NOT NULL,
  -- No try before it.
  next_at timestamptz NOT NULL
) WITH (fillfactor = 50);

-- Where a user signed in from: an address (of IPv6 its network of 64 bits) or the hash of a browser's cookie. What
-- strangers try elsewhere does not keep the user out there.
CREATE TABLE sign_in_place (
  "user" uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  place text NOT NULL,
  seen_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY ("user", place)
);
CREATE INDEX sign_in_place_age ON sign_in_place (seen_at);
