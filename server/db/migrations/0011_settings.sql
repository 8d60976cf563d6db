-- The provider's own settings: one row, which administrators change while the server runs.
CREATE TABLE provider_setting (
  only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
  -- Campaigns of more recipients than this wait for a member of staff; null: none does.
  approval_above integer CHECK (approval_above >= 0),
  -- A list with so many consecutive numbers in a row is flagged; null: none is.
  consecutive_numbers integer CHECK (consecutive_numbers >= 2),
  -- Staff without a second factor must set one up before anything else.
  staff_two_factor boolean NOT NULL DEFAULT false,
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE TRIGGER provider_setting_touch BEFORE UPDATE ON provider_setting
  FOR EACH ROW EXECUTE FUNCTION touch();
INSERT INTO provider_setting (consecutive_numbers) VALUES (20);
