-- Post-paid accounts get one tax invoice for what they have used by the end of a month of Bikram Sambat
-- (services/money/monthly). Payments settle it later.
ALTER TABLE invoice
  ALTER payment DROP NOT NULL,
  -- The month in Bikram Sambat, `2083-08`; null for the invoice of a payment.
  ADD month text CHECK (month ~ '^\d{4}-\d\d$'),
  ADD due_on date,
  -- As schema/invoice.ts has them. Their amounts add up to the total, and their taxable amounts to the taxable amount.
  ADD lines jsonb,
  -- Older servers keep to it: their invoices have a payment, and none of the three.
  ADD CHECK (CASE WHEN payment IS NULL THEN num_nulls(month, due_on, lines) = 0
    ELSE num_nonnulls(month, due_on, lines) = 0 END);
CREATE INDEX invoice_month ON invoice (account, uuid) WHERE month IS NOT NULL;

-- The months that are closed of post-paid accounts, with an invoice or with nothing to invoice.
CREATE TABLE billed_month (
  account uuid NOT NULL REFERENCES account,
  month text NOT NULL,
  -- What was used later is of a later month.
  last_day date NOT NULL,
  -- The account's newest ledger entry when the month was closed. Money that came later does not count.
  entry uuid,
  invoice uuid UNIQUE REFERENCES invoice,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account, month)
);

-- How much of a confirmed payment has paid a monthly invoice, in minor units. The payment's own invoice is of the rest.
CREATE TABLE invoice_settlement (
  invoice uuid NOT NULL REFERENCES invoice,
  payment uuid NOT NULL REFERENCES payment_reference,
  amount bigint NOT NULL CHECK (amount > 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (invoice, payment)
);
CREATE INDEX invoice_settlement_payment ON invoice_settlement (payment);
CREATE TRIGGER invoice_settlement_append_only BEFORE UPDATE OR DELETE ON invoice_settlement
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER invoice_settlement_keep_all BEFORE TRUNCATE ON invoice_settlement
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE VIEW monthly_invoice AS
  SELECT i.uuid, i.account, a.name AS account_name, i.month, i.prefix, i.fiscal_year, i.number, i.due_on, i.total,
    s.paid, i.lines,
    CASE WHEN s.paid >= i.total THEN 'paid' WHEN i.due_on < nepal_day(now()) THEN 'overdue' ELSE 'open' END AS status,
    i.issued_at AS created_at, i.issued_at AS updated_at
  FROM invoice i JOIN account a ON a.uuid = i.account
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(amount), 0)::bigint AS paid FROM invoice_settlement WHERE invoice = i.uuid) s
  WHERE i.month IS NOT NULL;

-- Days until an invoice must be paid, from the day on which it is issued.
ALTER TABLE billing_setting ADD invoice_days integer NOT NULL DEFAULT 15 CHECK (invoice_days BETWEEN 1 AND 90);
