-- What is known of a payment at its online service (services/online/). The payment itself is
-- payment_reference, whose uuid this is; only that one moves money.
CREATE TABLE online_payment (
  uuid uuid PRIMARY KEY REFERENCES payment_reference,
  account uuid NOT NULL REFERENCES account,
  method text NOT NULL CHECK (method IN ('esewa', 'khalti')),
  amount bigint NOT NULL CHECK (amount > 0),
  -- The service's name of the payment (eSewa's transaction_uuid, Khalti's pidx); null before it took it.
  gateway_id text,
  -- The page to pay on, where the service gives one; null where a form is signed anew each time.
  checkout_url text,
  -- The service's number of the money that came, and how much it says that it was.
  transaction text,
  paid bigint,
  answer text CHECK (answer IN ('paid', 'pending', 'failed', 'not_found', 'unavailable')),
  note text CHECK (note IN ('amount_differs', 'transaction_used', 'paid_after_end', 'unsettled')),
  checks integer NOT NULL DEFAULT 0,
  checked_at timestamptz,
  -- When the server looks by itself; null when it does not any more. eSewa's document asks for five minutes.
  next_check_at timestamptz DEFAULT now() + interval '5 minutes',
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX online_payment_account ON online_payment (account, uuid);
CREATE INDEX online_payment_due ON online_payment (next_check_at) WHERE next_check_at IS NOT NULL;
CREATE INDEX online_payment_noted ON online_payment (uuid) WHERE note IS NOT NULL;
-- One transaction of a service pays once, whatever payment it is shown for.
CREATE UNIQUE INDEX online_payment_transaction ON online_payment (method, transaction);
CREATE UNIQUE INDEX online_payment_gateway ON online_payment (method, gateway_id);

CREATE TRIGGER online_payment_touch BEFORE UPDATE ON online_payment FOR EACH ROW EXECUTE FUNCTION touch();
CREATE TRIGGER online_payment_count_in AFTER INSERT ON online_payment REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_rows();
CREATE TRIGGER online_payment_count_out AFTER DELETE ON online_payment REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_rows();
