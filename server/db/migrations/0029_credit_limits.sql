-- Credit limits that staff have raised. Above the provider's limit (`second_person_above`) a second person confirms it
-- before it holds; otherwise requester and confirmer are the same.
CREATE TABLE credit_limit_change (
  uuid uuid PRIMARY KEY DEFAULT uuid_v7(),
  account uuid NOT NULL REFERENCES account,
  -- Minor units.
  former bigint NOT NULL CHECK (former >= 0),
  credit_limit bigint NOT NULL CHECK (credit_limit > former),
  asked_by uuid NOT NULL REFERENCES users,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'confirmed', 'rejected')),
  decided_by uuid REFERENCES users,
  decided_at timestamptz,
  -- Why it was rejected.
  note text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((status = 'pending') = (decided_by IS NULL)),
  CHECK ((status = 'pending') = (decided_at IS NULL))
);
CREATE INDEX credit_limit_change_account ON credit_limit_change (account, uuid);
-- A new request replaces one that waits.
CREATE UNIQUE INDEX credit_limit_change_pending ON credit_limit_change (account) WHERE status = 'pending';
SELECT pg_temp.standard_triggers('credit_limit_change', 'touch');
