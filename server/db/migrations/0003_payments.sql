ALTER TABLE account
  ADD COLUMN pan text CHECK (pan ~ '^[0-9]{9}$'),
  ADD COLUMN address text;

-- What the provider sells; of no account.
CREATE TABLE sms_package (
  uuid uuid PRIMARY KEY DEFAULT uuid_v7(),
  name text NOT NULL UNIQUE,
  parts integer NOT NULL CHECK (parts > 0),
  price bigint NOT NULL CHECK (price > 0), -- minor units, VAT included
  validity_days integer NOT NULL CHECK (validity_days > 0),
  is_active boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE payment_reference (
  uuid uuid PRIMARY KEY DEFAULT uuid_v7(),
  account uuid NOT NULL REFERENCES account,
  "user" uuid NOT NULL REFERENCES users,
  kind text NOT NULL CHECK (kind IN ('topup', 'package')),
  amount bigint NOT NULL CHECK (amount > 0),
  method text NOT NULL CHECK (method IN ('bank', 'cash', 'cheque', 'esewa', 'khalti', 'wallet')),
  reference text,
  receipt uuid REFERENCES file,
  -- As they were when the payment was made: a package may change later.
  package uuid REFERENCES sms_package,
  package_name text,
  package_parts integer,
  package_days integer,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'confirmed', 'rejected', 'cancelled')),
  reason text,
  decided_by uuid REFERENCES users,
  decided_at timestamptz,
  invoice uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((kind = 'package') = (package IS NOT NULL)),
  CHECK (kind = 'package' OR method <> 'wallet'),
  CHECK ((status = 'pending') = (decided_at IS NULL))
);
CREATE INDEX payment_reference_account ON payment_reference (account, uuid);
CREATE INDEX payment_reference_pending ON payment_reference (uuid) WHERE status = 'pending';
-- One transfer pays once.
CREATE UNIQUE INDEX payment_reference_once ON payment_reference (account, method, lower(reference))
  WHERE status IN ('pending', 'confirmed') AND reference IS NOT NULL;

-- A decision is taken once and stays; nothing but its invoice follows it.
CREATE FUNCTION keep_decision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status <> 'pending' AND (NEW.status, NEW.amount, NEW.account, NEW.kind)
      IS DISTINCT FROM (OLD.status, OLD.amount, OLD.account, OLD.kind) THEN
    RAISE EXCEPTION 'a payment that is % stays so', OLD.status;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER payment_reference_decided BEFORE UPDATE ON payment_reference
  FOR EACH ROW EXECUTE FUNCTION keep_decision();

ALTER TABLE wallet_entry ADD COLUMN payment uuid REFERENCES payment_reference;
-- A payment moves a balance once, whatever confirms it and however often.
CREATE UNIQUE INDEX wallet_entry_payment ON wallet_entry (payment) WHERE payment IS NOT NULL;

ALTER TABLE account_package
  ADD COLUMN package uuid REFERENCES sms_package,
  ADD COLUMN payment uuid REFERENCES payment_reference UNIQUE;

-- The last number of each fiscal year: taken under its row's lock and in the transaction of the invoice, so
-- that no number is given twice and none is left out.
CREATE TABLE invoice_number (
  fiscal_year text PRIMARY KEY,
  last integer NOT NULL CHECK (last > 0)
);

CREATE TABLE invoice (
  uuid uuid PRIMARY KEY DEFAULT uuid_v7(),
  account uuid NOT NULL REFERENCES account,
  payment uuid NOT NULL UNIQUE REFERENCES payment_reference,
  fiscal_year text NOT NULL,
  number integer NOT NULL CHECK (number > 0),
  issued_at timestamptz NOT NULL,
  seller jsonb NOT NULL,
  buyer jsonb NOT NULL,
  taxable bigint NOT NULL CHECK (taxable >= 0),
  vat bigint NOT NULL CHECK (vat >= 0),
  vat_percent numeric(5, 2) NOT NULL,
  total bigint NOT NULL CHECK (total > 0),
  UNIQUE (fiscal_year, number),
  CHECK (taxable + vat = total)
);
CREATE TRIGGER invoice_append_only BEFORE UPDATE OR DELETE ON invoice
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['sms_package', 'payment_reference'] LOOP
    EXECUTE format('CREATE TRIGGER %I BEFORE UPDATE ON %I FOR EACH ROW EXECUTE FUNCTION touch()', name || '_touch', name);
  END LOOP;
  FOREACH name IN ARRAY ARRAY['payment_reference', 'account_package'] LOOP
    EXECUTE format('CREATE TRIGGER %I AFTER INSERT ON %I REFERENCING NEW TABLE AS changed
                    FOR EACH STATEMENT EXECUTE FUNCTION count_rows()', name || '_count_in', name);
    EXECUTE format('CREATE TRIGGER %I AFTER DELETE ON %I REFERENCING OLD TABLE AS changed
                    FOR EACH STATEMENT EXECUTE FUNCTION count_rows()', name || '_count_out', name);
  END LOOP;
END $$;
INSERT INTO row_count (account, entity, n) SELECT account, 'account_package', count(*) FROM account_package GROUP BY account;
