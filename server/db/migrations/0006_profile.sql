-- A session as its owner sees it. The hash stays inside: who could name a session by it, could not use it,
-- but there is no reason to show it.
ALTER TABLE token
  ADD COLUMN uuid uuid NOT NULL DEFAULT uuid_v7() UNIQUE,
  ADD COLUMN ip text,
  ADD COLUMN user_agent text,
  ADD COLUMN last_seen_at timestamptz NOT NULL DEFAULT now();
-- last_seen_at is written once a minute per session; unindexed, with room on the page, it is a HOT update.
ALTER TABLE token SET (fillfactor = 70);

ALTER TABLE sender_identity
  ADD COLUMN document uuid REFERENCES file,
  ADD COLUMN decided_by uuid REFERENCES users,
  ADD COLUMN decided_at timestamptz;
UPDATE sender_identity SET purpose = '' WHERE purpose IS NULL;
ALTER TABLE sender_identity ALTER COLUMN purpose SET NOT NULL;
CREATE INDEX sender_identity_document ON sender_identity (document) WHERE document IS NOT NULL;

-- A decision stays. A name that was rejected may be asked for again, as another request; of requests that
-- are pending or approved an account has one for a name, whatever its case: phones show DEMO and Demo alike.
ALTER TABLE sender_identity DROP CONSTRAINT sender_identity_account_name_key;
CREATE UNIQUE INDEX sender_identity_once ON sender_identity (account, lower(name)) WHERE status <> 'rejected';
CREATE INDEX sender_identity_account ON sender_identity (account, name, uuid);
CREATE INDEX sender_identity_name_search ON sender_identity USING gin (name gin_trgm_ops);
