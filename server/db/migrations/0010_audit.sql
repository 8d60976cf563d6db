-- Who did what to which record. No foreign keys: an entry outlives everything that it names.
CREATE TABLE audit_entry (
  uuid uuid PRIMARY KEY DEFAULT uuid_v7(),
  -- The user who did it; null where the server did it by itself. Of a member of staff who was signed in as a
  -- customer, the member of staff.
  actor uuid,
  actor_name text,
  actor_email text,
  -- The customer whom the actor was signed in as.
  acting_as uuid,
  -- The account whose record it is; null for what is the provider's own.
  account uuid,
  action text NOT NULL,
  entity text NOT NULL,
  record uuid,
  -- What the record was called then.
  title text,
  before jsonb,
  after jsonb,
  ip inet,
  request_id text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX audit_entry_record ON audit_entry (record, uuid) WHERE record IS NOT NULL;
CREATE INDEX audit_entry_actor ON audit_entry (actor, uuid) WHERE actor IS NOT NULL;
CREATE INDEX audit_entry_account ON audit_entry (account, uuid) WHERE account IS NOT NULL;
CREATE INDEX audit_entry_time ON audit_entry (created_at);

CREATE TRIGGER audit_entry_append_only BEFORE UPDATE OR DELETE ON audit_entry
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_entry_keep_all BEFORE TRUNCATE ON audit_entry
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
