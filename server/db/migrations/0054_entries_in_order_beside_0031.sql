-- The lines of an account's ledger are read in the order of their uuids, which begin with the time: after the database's clock went
-- back, a new one came before older ones for good. Whoever inserts one has the account locked, so nobody else adds one meanwhile.
CREATE FUNCTION follow_newest_entry() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  newest uuid;
BEGIN
  SELECT e.uuid INTO newest FROM wallet_entry e WHERE e.account = NEW.account ORDER BY e.uuid DESC LIMIT 1;
  IF NEW.uuid <= newest THEN
    NEW.uuid := uuid_v7(uuid_time(newest) + interval '1 millisecond');
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER wallet_entry_in_order BEFORE INSERT ON wallet_entry
  FOR EACH ROW EXECUTE FUNCTION follow_newest_entry();
