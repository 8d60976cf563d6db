-- Servers of before 0037 know only SMS. Beside a newer one, or after a rollback, they would send the messages of a campaign
-- over Viber at once, as SMS, and SMS over a Viber link. The schema itself keeps them from both (docs/deploy.md).

-- What the claimed messages are sent over. Servers of before do not set it.
ALTER TABLE hand ADD channel text;

-- A claim that is not written claims nothing: both statements of a claim go on from the rows that they have inserted.
CREATE FUNCTION refuse_older_claim() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM campaign WHERE uuid = NEW.campaign AND channel = 'viber')
    OR EXISTS (SELECT FROM operator_link WHERE name = NEW.link AND channel = 'viber') THEN
    RETURN NULL;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER hand_older BEFORE INSERT ON hand FOR EACH ROW WHEN (NEW.channel IS NULL)
  EXECUTE FUNCTION refuse_older_claim();

-- Their messages of such a campaign would be SMS at the price of a Viber message. The campaign's row is written after its
-- messages, in the same transaction: they are mended there.
CREATE FUNCTION mend_older_messages() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  missing numeric;
BEGIN
  -- Newer servers set the channel. The last message is enough to know: a chunk is one server's.
  IF (SELECT m.channel = 'viber' OR m.other_amount IS NOT NULL FROM message m
      WHERE m.campaign = NEW.uuid ORDER BY m.uuid DESC LIMIT 1) THEN
    RETURN NEW;
  END IF;
  WITH mended AS (
    UPDATE message m SET channel = 'viber', other_parts = r.sms_parts,
      other_amount = r.sms_parts * (NEW.prices -> m.operator ->> 'sms_price')::numeric
    FROM plan_recipient r
    WHERE r.plan = NEW.plan AND r.refusal IS NULL AND r.position > OLD.expanded_to AND r.position <= NEW.expanded_to
      AND m.campaign = NEW.uuid AND m.phone = r.phone AND m.channel = 'sms' AND m.viber_status IS NULL
      AND m.other_amount IS NULL
    RETURNING m.error, m.amount, m.other_amount
  )
  -- What was held for those who opted out meanwhile is the dearer of both.
  SELECT sum(greatest(other_amount - amount, 0)) INTO missing FROM mended WHERE error = 'BLACKLISTED';
  NEW.dropped_exact := NEW.dropped_exact + coalesce(missing, 0);
  RETURN NEW;
END $$;
CREATE TRIGGER campaign_older BEFORE UPDATE OF expanded_to ON campaign FOR EACH ROW
  WHEN (NEW.channel = 'viber' AND NEW.expanded_to > OLD.expanded_to) EXECUTE FUNCTION mend_older_messages();
