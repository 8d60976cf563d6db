-- Messages go to an operator only under a sender ID that it has approved. Until now staff only noted what operators said.
ALTER TABLE sender_approval ADD document uuid REFERENCES file;
CREATE INDEX sender_approval_document ON sender_approval (document) WHERE document IS NOT NULL;

-- What was approved so far counts for all operators, except those that are known to have refused.
INSERT INTO sender_approval (sender, operator, status)
SELECT s.uuid, o.operator, 'approved'
FROM sender_identity s, unnest(ARRAY['ntc', 'ncell', 'smart', 'hello']) AS o(operator)
WHERE s.status IN ('approved', 'suspended')
ON CONFLICT (sender, operator) DO UPDATE SET status = 'approved' WHERE sender_approval.status = 'requested';

-- The same for each that is approved from now on, by whatever version: staff note before what an operator said otherwise.
CREATE FUNCTION approve_sender_everywhere() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO sender_approval (sender, operator, status)
  SELECT NEW.uuid, o.operator, 'approved' FROM unnest(ARRAY['ntc', 'ncell', 'smart', 'hello']) AS o(operator)
  ON CONFLICT (sender, operator) DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER sender_identity_added_approved AFTER INSERT ON sender_identity
  FOR EACH ROW WHEN (NEW.status = 'approved') EXECUTE FUNCTION approve_sender_everywhere();
CREATE TRIGGER sender_identity_approved AFTER UPDATE OF status ON sender_identity
  FOR EACH ROW WHEN (OLD.status = 'pending' AND NEW.status = 'approved') EXECUTE FUNCTION approve_sender_everywhere();
