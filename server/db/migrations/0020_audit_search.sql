-- The key that a program did it with.
ALTER TABLE audit_entry ADD COLUMN api_key uuid;

-- What the log is filtered by, newest first, and searched in: it only grows.
CREATE INDEX audit_entry_action ON audit_entry (action, uuid);
CREATE INDEX audit_entry_entity ON audit_entry (entity, uuid);
CREATE INDEX audit_entry_acting_as ON audit_entry (acting_as, uuid) WHERE acting_as IS NOT NULL;
CREATE INDEX audit_entry_search ON audit_entry
  USING gin (title gin_trgm_ops, actor_name gin_trgm_ops, actor_email gin_trgm_ops);
-- A range of times is looked up in the UUIDv7, which lists are ordered by.
DROP INDEX audit_entry_time;
