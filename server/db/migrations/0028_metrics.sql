-- What the last checks of the ledger found: of the books alone, and of everything with every message.
CREATE TABLE ledger_check (
  scope text PRIMARY KEY CHECK (scope IN ('books', 'all')),
  checked_at timestamptz NOT NULL,
  seconds double precision NOT NULL,
  -- Of services/ledgerCheck.ts, as many as a person would read.
  violations jsonb NOT NULL,
  violation_count integer NOT NULL
);

-- Counting imports under way must not read those that ended.
CREATE INDEX contact_import_open ON contact_import (status) WHERE status IN ('queued', 'running');
