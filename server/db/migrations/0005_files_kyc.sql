-- Documents beside sheets. What a record refers to is attached, for ever; the rest of what was uploaded goes
-- after some days.
ALTER TABLE file
  DROP CONSTRAINT file_kind_check,
  ADD CONSTRAINT file_kind_check CHECK (kind IN ('csv', 'xlsx', 'pdf', 'jpeg', 'png')),
  ADD COLUMN attached boolean NOT NULL DEFAULT false;
UPDATE file SET attached = true WHERE uuid IN (SELECT receipt FROM payment_reference);
CREATE INDEX file_unattached ON file (created_at) WHERE NOT attached;
CREATE INDEX payment_reference_receipt ON payment_reference (receipt) WHERE receipt IS NOT NULL;

ALTER TABLE account
  ADD COLUMN kyc_status text NOT NULL DEFAULT 'none'
    CHECK (kyc_status IN ('none', 'pending', 'approved', 'rejected'));

-- Who stands behind an account; one record each, corrected and submitted again where it was rejected.
-- Places are ids of the package states-nepal.
CREATE TABLE kyc (
  uuid uuid PRIMARY KEY DEFAULT uuid_v7(),
  account uuid NOT NULL UNIQUE REFERENCES account,
  "user" uuid NOT NULL REFERENCES users,
  type text NOT NULL CHECK (type IN ('individual', 'company')),
  first_name text NOT NULL,
  middle_name text,
  last_name text NOT NULL,
  name text NOT NULL GENERATED ALWAYS AS
    (first_name || ' ' || coalesce(middle_name || ' ', '') || last_name) STORED,
  name_ne text,
  birth_date date NOT NULL,
  gender text CHECK (gender IN ('female', 'male', 'other')),
  document_type text NOT NULL
    CHECK (document_type IN ('citizenship', 'passport', 'national_id', 'company_registration')),
  document_number text NOT NULL,
  issue_date date NOT NULL,
  issue_district integer,
  province integer NOT NULL,
  district integer NOT NULL,
  municipality integer NOT NULL,
  ward integer NOT NULL CHECK (ward > 0),
  tole text,
  company_name text,
  company_pan text CHECK (company_pan ~ '^[0-9]{9}$'),
  document_front uuid NOT NULL REFERENCES file,
  document_back uuid REFERENCES file,
  photo uuid NOT NULL REFERENCES file,
  pan_certificate uuid REFERENCES file,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'approved', 'rejected')),
  reason text,
  submitted_at timestamptz NOT NULL DEFAULT now(),
  decided_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((status = 'pending') = (decided_at IS NULL)),
  CHECK ((status = 'rejected') = (reason IS NOT NULL)),
  CHECK ((type = 'company') = (company_name IS NOT NULL AND company_pan IS NOT NULL
    AND pan_certificate IS NOT NULL))
);
CREATE INDEX kyc_submitted ON kyc (submitted_at, uuid);
CREATE INDEX kyc_name ON kyc (name, uuid);
CREATE INDEX kyc_name_search ON kyc USING gin (name gin_trgm_ops);
CREATE TRIGGER kyc_touch BEFORE UPDATE ON kyc FOR EACH ROW EXECUTE FUNCTION touch();

-- Every decision of a record, as it was taken; the record itself shows the latest.
CREATE TABLE kyc_decision (
  uuid uuid PRIMARY KEY DEFAULT uuid_v7(),
  kyc uuid NOT NULL REFERENCES kyc,
  status text NOT NULL CHECK (status IN ('approved', 'rejected')),
  reason text,
  submitted_at timestamptz NOT NULL,
  decided_by uuid NOT NULL REFERENCES users,
  decided_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX kyc_decision_kyc ON kyc_decision (kyc, uuid);
CREATE TRIGGER kyc_decision_append_only BEFORE UPDATE OR DELETE ON kyc_decision
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
