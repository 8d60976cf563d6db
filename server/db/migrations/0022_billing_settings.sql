-- What a provider sets of billing and mail in the console. What an environment variable sets comes before it.

-- One row, which every process reads when it needs it.
CREATE TABLE billing_setting (
  only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
  seller_name text,
  seller_pan text CHECK (seller_pan ~ '^[0-9]{9}$'),
  seller_address text,
  -- [{"bank": ..., "branch": ..., "name": ..., "number": ...}], as customers see them.
  bank_accounts jsonb NOT NULL DEFAULT '[]',
  payment_methods text[] NOT NULL DEFAULT '{bank,cash,cheque}',
  -- What customers read below each of these methods.
  bank_instructions text,
  cash_instructions text,
  cheque_instructions text,
  -- The least and the largest top-up, in minor units; null: the contract's own bounds (schema/paymentReference.ts).
  topup_min bigint CHECK (topup_min > 0),
  topup_max bigint CHECK (topup_max >= topup_min),
  updated_at timestamptz NOT NULL DEFAULT now()
);
INSERT INTO billing_setting DEFAULT VALUES;

-- Percent of value added tax from a day on, by Nepal's time.
CREATE TABLE vat_rate (
  valid_from date PRIMARY KEY,
  percent numeric(5, 2) NOT NULL CHECK (percent >= 0 AND percent < 100),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
-- What has held for all invoices so far (Value Added Tax Act 2052, section 7).
INSERT INTO vat_rate (valid_from, percent) VALUES ('1900-01-01', 13);

-- How the numbers of a fiscal year look and where they begin. A year's row is written before its first invoice, or with it.
ALTER TABLE invoice_number
  ADD prefix text NOT NULL DEFAULT '' CHECK (prefix ~ '^[A-Za-z0-9./-]{0,12}$'),
  ADD first integer NOT NULL DEFAULT 1 CHECK (first > 0),
  DROP CONSTRAINT invoice_number_last_check,
  -- Older servers keep to it: they leave `first` at 1, and count from there.
  ADD CHECK (last >= first - 1);
-- As it was when the invoice was issued.
ALTER TABLE invoice ADD prefix text NOT NULL DEFAULT '';

-- Keys of the online services. The secret is encrypted (services/platform/keyring.ts).
CREATE TABLE payment_gateway (
  method text PRIMARY KEY CHECK (method IN ('esewa', 'khalti')),
  -- eSewa's merchant code; Khalti has none.
  product text CHECK ((method = 'esewa') = (product IS NOT NULL)),
  secret text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);

-- The mail server and the sender; no row: none is set in the console.
CREATE TABLE mail_server (
  name text PRIMARY KEY DEFAULT 'smtp' CHECK (name = 'smtp'),
  host text NOT NULL,
  port integer NOT NULL CHECK (port BETWEEN 1 AND 65535),
  -- `tls`: from the first byte; `starttls`: required after the greeting; `none`: never.
  security text NOT NULL CHECK (security IN ('tls', 'starttls', 'none')),
  username text,
  -- Encrypted.
  password text,
  sender_name text,
  sender_address text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);

-- The provider's own texts of mails; without a row the release's are used.
CREATE TABLE mail_text (
  kind text NOT NULL,
  language text NOT NULL CHECK (language IN ('en', 'ne')),
  subject text NOT NULL,
  body text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (kind, language)
);

SELECT pg_temp.standard_triggers('billing_setting', 'touch');
SELECT pg_temp.standard_triggers('vat_rate', 'touch');
SELECT pg_temp.standard_triggers('payment_gateway', 'touch');
SELECT pg_temp.standard_triggers('mail_server', 'touch');
SELECT pg_temp.standard_triggers('mail_text', 'touch');
