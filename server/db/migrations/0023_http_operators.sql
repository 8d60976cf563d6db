-- Operators with an HTTP API beside those that speak SMPP.
ALTER TABLE operator_link
  ADD kind text NOT NULL DEFAULT 'smpp' CHECK (kind IN ('smpp', 'http')),
  -- Its settings (schema/httpLink.ts). Host, port and tls are those of its address, and the password is its secret.
  ADD http jsonb,
  -- Ends the address at which the operator reports results; encrypted.
  ADD callback_secret text,
  -- Seconds until the operator is asked for a message's result; null: it is not asked.
  ADD poll_seconds integer CHECK (poll_seconds > 0),
  -- Older servers keep to it: their links are `smpp`, without the other two.
  ADD CHECK ((kind = 'http') = (http IS NOT NULL AND callback_secret IS NOT NULL));

-- Accepted messages whose result the operator must be asked for, by its id. A row is removed with the result.
CREATE TABLE receipt_poll (
  link text NOT NULL,
  operator_id text NOT NULL,
  -- E.164.
  phone text NOT NULL,
  -- Questions so far.
  tries integer NOT NULL DEFAULT 0,
  next_at timestamptz NOT NULL,
  submitted_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (link, operator_id)
);
CREATE INDEX receipt_poll_next ON receipt_poll (next_at);
