-- What a customer and the provider's staff say about a payment. Both read it.
ALTER TABLE payment_reference ADD note text;

-- A sender ID that staff have suspended cannot be sent from until they restore it. `suspended_at` stays afterwards.
ALTER TABLE sender_identity ADD suspended_at timestamptz,
  DROP CONSTRAINT sender_identity_status_check,
  ADD CONSTRAINT sender_identity_status_check CHECK (status IN ('pending', 'approved', 'rejected', 'suspended'));
-- Asked before every claim; nearly always empty.
CREATE INDEX sender_identity_suspended ON sender_identity (account, name) WHERE status = 'suspended';

-- Where each operator stands with a sender ID; without a row nobody has asked the operator.
CREATE TABLE sender_approval (
  sender uuid NOT NULL REFERENCES sender_identity ON DELETE CASCADE,
  operator text NOT NULL,
  status text NOT NULL CHECK (status IN ('requested', 'approved', 'rejected')),
  -- The operator's own number of the request or approval.
  reference text,
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (sender, operator)
);
SELECT pg_temp.standard_triggers('sender_approval', 'touch');

-- What staff corrected of a verification. The values of before are kept here, for who may read verifications, and not in
-- the audit log.
CREATE TABLE kyc_correction (
  uuid uuid PRIMARY KEY DEFAULT uuid_v7(),
  kyc uuid NOT NULL REFERENCES kyc,
  reason text NOT NULL,
  -- The fields that differ.
  before jsonb NOT NULL,
  after jsonb NOT NULL,
  corrected_by uuid NOT NULL REFERENCES users,
  corrected_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX kyc_correction_kyc ON kyc_correction (kyc, uuid);
CREATE TRIGGER kyc_correction_append_only BEFORE UPDATE OR DELETE ON kyc_correction
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER kyc_correction_keep_all BEFORE TRUNCATE ON kyc_correction
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- How many rows of the sheet its workbook hides; null: not known, as of imports before this one.
ALTER TABLE contact_import ADD hidden_rows integer;
