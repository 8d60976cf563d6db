-- Wrong codes of the authenticator app must not lock out recovery codes: each kind is counted by itself.
ALTER TABLE two_factor ADD recovery_tries timestamptz[] NOT NULL DEFAULT '{}';
