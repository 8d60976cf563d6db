-- Refunds that an online service tells of a payment: a task of the staff, once for each kind. Nothing else changes by
-- itself. The ledger is not touched.
CREATE TABLE payment_refund (
  uuid uuid PRIMARY KEY DEFAULT uuid_v7(),
  account uuid NOT NULL REFERENCES account,
  payment uuid NOT NULL REFERENCES online_payment,
  -- All of the money went back, or a part of it.
  kind text NOT NULL CHECK (kind IN ('full', 'part')),
  status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'handled')),
  handled_by uuid REFERENCES users,
  handled_at timestamptz,
  -- What was done about it.
  note text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (payment, kind),
  CHECK ((status = 'open') = (handled_by IS NULL)),
  CHECK ((status = 'open') = (handled_at IS NULL)),
  CHECK ((status = 'open') = (note IS NULL))
);
CREATE INDEX payment_refund_account ON payment_refund (account, uuid);
CREATE INDEX payment_refund_open ON payment_refund (uuid) WHERE status = 'open';
CREATE TRIGGER payment_refund_touch BEFORE UPDATE ON payment_refund
  FOR EACH ROW EXECUTE FUNCTION touch();

-- When the server asks about a confirmed payment again, to see a refund; null when it does not any more. Apart from
-- `next_check_at`, which a process of the version before ends for confirmed payments.
ALTER TABLE online_payment ADD refund_check_at timestamptz DEFAULT now() + interval '1 hour';
CREATE INDEX online_payment_refund_due ON online_payment (refund_check_at) WHERE refund_check_at IS NOT NULL;
