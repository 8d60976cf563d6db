-- A sheet is imported into contacts or into the blacklist; one table, one worker, one report of refused rows.
ALTER TABLE contact_import
  ADD COLUMN target text NOT NULL DEFAULT 'contacts' CHECK (target IN ('contacts', 'blacklist')),
  -- For the blacklist: the reason of the rows that give none.
  ADD COLUMN reason text;

-- The same index with the age of a message at its end: a number's messages, newest first, a page at a time.
DROP INDEX message_phone;
CREATE INDEX message_phone ON message (phone text_pattern_ops, account, uuid);
