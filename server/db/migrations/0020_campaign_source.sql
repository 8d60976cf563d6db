-- Whom a campaign was addressed to, as its customer said it, so that it can be written again: pasted numbers, groups, and
-- a file's reference with its columns. It is removed with the campaign's messages.
CREATE TABLE campaign_source (
  campaign uuid PRIMARY KEY REFERENCES campaign ON DELETE CASCADE,
  -- As in a compose request (schema/compose.ts).
  recipients jsonb NOT NULL,
  -- The uploaded file, also after it was removed.
  file uuid
);
CREATE INDEX campaign_source_file ON campaign_source (file) WHERE file IS NOT NULL;
