-- What /readyz writes to learn whether the database still takes writes (services/platform/databaseNeeds.ts). A row fills a
-- page, so that each needs room on the disk, and none stays. Unlogged: nothing of it is worth a word to a standby.
CREATE UNLOGGED TABLE readiness_probe (filler text NOT NULL)
  WITH (autovacuum_vacuum_threshold = 20, autovacuum_vacuum_scale_factor = 0);
ALTER TABLE readiness_probe ALTER COLUMN filler SET STORAGE PLAIN;
