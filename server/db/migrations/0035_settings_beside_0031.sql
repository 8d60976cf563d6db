-- How many free messages a trial has is a setting (services/sending/trialSettings.ts). Older servers keep to it: they give
-- ten.
ALTER TABLE trial
  DROP CONSTRAINT trial_used_check,
  ADD CONSTRAINT trial_used_check CHECK (used BETWEEN 0 AND 100);

-- Who must set up two-factor sign-in before anything else: `admin` and `support`, `owner` (customers who manage their
-- account's team) and `customer` (all of them).
ALTER TABLE provider_setting ADD two_factor_roles text[] NOT NULL DEFAULT '{}';
UPDATE provider_setting SET two_factor_roles = '{admin,support}' WHERE staff_two_factor;

-- `staff_two_factor` is what servers of the previous release read and write: all staff, or none.
CREATE FUNCTION keep_two_factor_roles() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.two_factor_roles IS DISTINCT FROM OLD.two_factor_roles THEN
    NEW.staff_two_factor := NEW.two_factor_roles @> '{admin,support}';
  ELSIF NEW.staff_two_factor IS DISTINCT FROM OLD.staff_two_factor THEN
    NEW.two_factor_roles := CASE WHEN NEW.staff_two_factor THEN '{admin,support}'::text[] ELSE '{}'::text[] END
      || array_remove(array_remove(NEW.two_factor_roles, 'admin'), 'support');
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER provider_setting_two_factor BEFORE UPDATE ON provider_setting
  FOR EACH ROW EXECUTE FUNCTION keep_two_factor_roles();

-- Months for which an account's messages are kept after their own; null: the provider's (services/sending/retention.ts).
ALTER TABLE account ADD message_months integer CHECK (message_months BETWEEN 1 AND 1200);
CREATE INDEX account_message_months ON account (message_months) WHERE message_months IS NOT NULL;
