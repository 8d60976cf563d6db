-- A ZIP archive of everything that an account has, which a job writes.
CREATE TABLE account_export (
  uuid uuid PRIMARY KEY DEFAULT uuid_v7(),
  account uuid NOT NULL REFERENCES account,
  file_name text NOT NULL,
  status text NOT NULL DEFAULT 'queued' CHECK (status IN ('queued', 'running', 'completed', 'failed', 'expired')),
  rows bigint NOT NULL DEFAULT 0,
  size bigint,
  -- In the store of files; null before it is complete and after it has expired.
  path text,
  error text,
  finished_at timestamptz,
  expires_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((status = 'completed') = (path IS NOT NULL))
);
CREATE INDEX account_export_account ON account_export (account, uuid);
-- Two requests at once cannot start two.
CREATE UNIQUE INDEX account_export_one ON account_export (account) WHERE status IN ('queued', 'running');
CREATE INDEX account_export_due ON account_export (expires_at) WHERE status = 'completed';
SELECT pg_temp.standard_triggers('account_export', 'touch', 'count_rows');
