-- Campaigns over Viber, and an SMS to those to whom Viber does not deliver in time (docs/adr/0021).

ALTER TABLE operator_link
  ADD channel text NOT NULL DEFAULT 'sms' CHECK (channel IN ('sms', 'viber')),
  -- Older servers keep to it: their links are all `sms`.
  ADD CHECK (channel = 'sms' OR kind = 'http');

-- Per message, VAT included. Null: this price says nothing about Viber, and an earlier one stays in force.
ALTER TABLE pricing ADD viber_price numeric(14, 4) CHECK (viber_price >= 0);

-- Of a plan for Viber with fallback: parts of the same text as an SMS.
ALTER TABLE plan_recipient ADD sms_parts smallint;

ALTER TABLE campaign
  ADD channel text NOT NULL DEFAULT 'sms' CHECK (channel IN ('sms', 'viber')),
  -- The name of its Viber identity.
  ADD viber text,
  -- Minutes that Viber has to deliver before the SMS is sent; null: no SMS is sent.
  ADD fallback_minutes integer CHECK (fallback_minutes BETWEEN 1 AND 1440),
  -- Older servers keep to it: their campaigns are all `sms`, without the other two.
  ADD CHECK ((channel = 'viber') = (viber IS NOT NULL)),
  ADD CHECK (channel = 'viber' OR fallback_minutes IS NULL);

-- Without rules, which would read every message.
ALTER TABLE message
  -- What `parts` and `amount` are of: a Viber message becomes `sms` when a link claims its SMS.
  ADD channel text NOT NULL DEFAULT 'sms',
  -- Of the channel that it was, or may yet be, sent over instead; null: there is no other. What is held for it is the dearer
  -- of both amounts.
  ADD other_parts smallint,
  ADD other_amount numeric(14, 4),
  -- The Viber message before a fallback, null until the operator has answered: its state, submitted and so on.
  ADD viber_status text,
  ADD viber_error text,
  ADD viber_link text,
  ADD viber_id text,
  ADD viber_at timestamptz,
  -- When the recipient read it in Viber.
  ADD read_at timestamptz;

-- What it is to be sent over: the SMS of a Viber message waits here from the moment that Viber has it.
ALTER TABLE message_retry ADD channel text NOT NULL DEFAULT 'sms';
CREATE INDEX message_retry_next ON message_retry (not_before) WHERE hand IS NULL;

-- Of a Viber message.
ALTER TABLE message_part ADD viber boolean NOT NULL DEFAULT false;
-- The recipient has read it.
ALTER TABLE receipt ADD read boolean NOT NULL DEFAULT false;

-- What was charged for Viber messages has a source of its own; money is the wallet's.
ALTER TABLE consumption DROP CONSTRAINT consumption_source_check;
-- Older servers keep to it: it allows more than the former rule.
ALTER TABLE consumption ADD CONSTRAINT consumption_source_check CHECK (source IN ('package', 'wallet', 'viber'));

-- Servers of before do not set it. While one runs, no campaign over Viber is accepted: its workers would send it as SMS.
ALTER TABLE server_process ADD knows_viber boolean NOT NULL DEFAULT false;
