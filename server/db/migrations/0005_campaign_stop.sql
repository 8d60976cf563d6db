-- Tells workers of each campaign that is paused or ended while it sends: they take back what they have not written yet.
CREATE FUNCTION tell_campaign_stop() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('campaign_stop', NEW.uuid::text);
  RETURN NULL;
END $$;
CREATE TRIGGER campaign_stop AFTER UPDATE OF status ON campaign FOR EACH ROW
  WHEN (OLD.status = 'sending' AND NEW.status IN ('paused', 'cancelled')) EXECUTE FUNCTION tell_campaign_stop();
