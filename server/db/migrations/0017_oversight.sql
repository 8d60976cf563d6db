-- The provider's oversight of campaigns: flagged lists, approval above a size, pauses by staff.
ALTER TABLE campaign
  -- What is suspicious of the recipient list (schema/oversight.ts, ListFlag); null: nothing.
  ADD COLUMN flag jsonb,
  ADD COLUMN flagged boolean NOT NULL GENERATED ALWAYS AS (flag IS NOT NULL) STORED,
  -- Paused by staff; the customer cannot resume it.
  ADD COLUMN held boolean NOT NULL DEFAULT false,
  -- Who approved or rejected it, where it had to wait for that.
  ADD COLUMN decided_by uuid REFERENCES users,
  ADD COLUMN decided_at timestamptz,
  -- What wants a look stands first in the list of staff.
  ADD COLUMN attention smallint NOT NULL GENERATED ALWAYS AS (CASE
    WHEN status = 'draft' THEN CASE WHEN flag IS NULL THEN 2 ELSE 3 END
    WHEN flag IS NOT NULL AND status IN ('preparing', 'scheduled', 'sending', 'paused') THEN 1
    ELSE 0 END) STORED,
  ADD CHECK (NOT held OR status = 'paused');
CREATE INDEX campaign_attention ON campaign (attention, uuid);
CREATE INDEX campaign_name_search ON campaign USING gin (name gin_trgm_ops);
-- A campaign that waits holds its recipients, but is not to be made into messages.
DROP INDEX campaign_expanding;
CREATE INDEX campaign_expanding ON campaign (created_at) WHERE expanding AND status <> 'draft';
