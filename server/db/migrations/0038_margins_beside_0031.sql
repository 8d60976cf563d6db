-- What operators charge the provider, so that reports can show a margin (docs/reports.md), and reports by mail.

-- What a message part costs the provider over a link, excluding VAT, from an hour on. A price that holds is never changed
-- or removed: message_use has been counted by it. Rows stay when their link is deleted.
CREATE TABLE link_cost (
  uuid uuid PRIMARY KEY DEFAULT uuid_v7(),
  link text NOT NULL, -- its name, as in message_use
  price numeric(14, 4) CHECK (price >= 0), -- minor units; null: not known
  -- The start of an hour in Nepal, because message_use counts hours: all messages of an hour have the same price.
  valid_from timestamptz NOT NULL CHECK (date_trunc('hour', valid_from AT TIME ZONE 'Asia/Kathmandu')
    = valid_from AT TIME ZONE 'Asia/Kathmandu'),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (link, valid_from)
);
SELECT pg_temp.standard_triggers('link_cost', 'touch');

-- The cost of a part that a link took in an hour of Nepal; null if it is not known.
CREATE FUNCTION link_cost_at(link text, day date, hour smallint) RETURNS numeric LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT c.price FROM link_cost c WHERE c.link = $1
    AND c.valid_from <= ($2 + make_interval(hours => $3)) AT TIME ZONE 'Asia/Kathmandu'
  ORDER BY c.valid_from DESC LIMIT 1
$$;

-- What parts that a campaign took from packages are worth: their share of what the packages cost, VAT included.
CREATE FUNCTION package_value(campaign uuid, parts bigint) RETURNS numeric LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN $2 = 0 THEN 0 ELSE coalesce((
    SELECT round($2 * sum(c.parts * coalesce(r.amount, 0)::numeric / p.parts) / sum(c.parts), 4)
    FROM campaign_package c JOIN account_package p ON p.uuid = c.package LEFT JOIN payment_reference r ON r.uuid = p.payment
    WHERE c.campaign = $1), 0) END
$$;

-- `cost` is that of `parts`, null if it is not known. `charged` is what the day's charges less its releases come to, VAT
-- included: the wallet's amount and what parts of packages are worth. It cannot be counted again from messages.
ALTER TABLE message_use ADD cost numeric(20, 4), ADD charged numeric(20, 4) NOT NULL DEFAULT 0;
ALTER TABLE message_use_change ADD cost numeric(20, 4), ADD charged numeric(20, 4) NOT NULL DEFAULT 0;
CREATE OR REPLACE VIEW message_use_now AS SELECT * FROM message_use UNION ALL SELECT * FROM message_use_change;

-- Users who get last month's report by mail, and in which calendar a month is meant.
CREATE TABLE report_mail (
  "user" uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  calendar text NOT NULL CHECK (calendar IN ('ad', 'bs')),
  -- When it was switched on: months that were over by then are not sent.
  since timestamptz NOT NULL DEFAULT now(),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
SELECT pg_temp.standard_triggers('report_mail', 'touch');

-- The months for which a user's mail was queued, each once.
CREATE TABLE report_month (
  uuid uuid PRIMARY KEY DEFAULT uuid_v7(),
  "user" uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  calendar text NOT NULL,
  from_day date NOT NULL,
  until_day date NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE ("user", calendar, from_day)
);
SELECT pg_temp.standard_triggers('report_month', 'touch');
