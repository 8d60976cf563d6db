-- The calendar day of a moment in Nepal.
CREATE FUNCTION nepal_day(at timestamptz) RETURNS date LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (at AT TIME ZONE 'Asia/Kathmandu')::date
$$;

-- The same UUIDv7 for the same account, day and operator, in the order of the days: rows that are sums have
-- no uuid of their own. One expression, so that queries have it without a call.
CREATE FUNCTION day_uuid(account uuid, day date, operator text) RETURNS uuid
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (lpad(to_hex(extract(epoch FROM day)::bigint * 1000), 12, '0')
    || '7' || substr(md5(account::text || coalesce(operator, '')), 1, 3)
    || '8' || substr(md5(account::text || coalesce(operator, '')), 4, 15))::uuid
$$;

-- What an account used and sent on a day: a few rows a day however many messages there are. services/daily.ts
-- keeps it in the transactions that move messages; at all times it equals daily_expected.
CREATE TABLE daily_use (
  account uuid NOT NULL REFERENCES account,
  day date NOT NULL, -- Asia/Kathmandu
  operator text NOT NULL,
  -- Charged on the day, less what was given back on it: the sums of consumption. They may be below zero on
  -- a day that only gave back.
  messages integer NOT NULL DEFAULT 0,
  parts integer NOT NULL DEFAULT 0,
  amount numeric(20, 4) NOT NULL DEFAULT 0,
  -- Messages that went to the operator on the day, and what has become of these whenever it became known.
  sent integer NOT NULL DEFAULT 0,
  delivered integer NOT NULL DEFAULT 0,
  failed integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account, day, operator)
-- Updated with every batch: room in the page keeps the updates from touching the index.
) WITH (fillfactor = 50);
CREATE TRIGGER daily_use_touch BEFORE UPDATE ON daily_use FOR EACH ROW EXECUTE FUNCTION touch();

-- The definition of daily_use, from every message and charge: for filling it and for checking it.
CREATE VIEW daily_expected AS
SELECT account, day, operator, sum(messages)::int AS messages, sum(parts)::int AS parts, sum(amount) AS amount,
  sum(sent)::int AS sent, sum(delivered)::int AS delivered, sum(failed)::int AS failed
FROM (
  SELECT account, day, operator, messages, parts, amount, 0 AS sent, 0 AS delivered, 0 AS failed FROM consumption
  UNION ALL
  -- What was refused at once was never submitted; its day is that of the refusal.
  SELECT account, nepal_day(coalesce(submitted_at, finished_at)), operator, 0, 0, 0, 1,
    (status = 'delivered')::int, (status IN ('undelivered', 'expired', 'rejected'))::int
  FROM message WHERE status IN ('submitted', 'delivered', 'undelivered', 'expired', 'rejected', 'unknown')
) each
GROUP BY account, day, operator;

INSERT INTO daily_use (account, day, operator, messages, parts, amount, sent, delivered, failed)
SELECT account, day, operator, messages, parts, amount, sent, delivered, failed FROM daily_expected;

-- The list's rows: one a day with operator null, and one a day and operator.
CREATE VIEW daily_consumption AS
SELECT day_uuid(account, day, NULL) AS uuid, account, day, NULL::text AS operator,
  sum(messages)::int AS messages, sum(parts)::int AS parts, sum(amount) AS amount,
  sum(sent)::int AS sent, sum(delivered)::int AS delivered, sum(failed)::int AS failed,
  min(created_at) AS created_at, max(updated_at) AS updated_at
FROM daily_use GROUP BY account, day
UNION ALL
SELECT day_uuid(account, day, operator), account, day, operator, messages, parts, amount, sent, delivered, failed,
  created_at, updated_at
FROM daily_use;

-- What is on its way of an account, for its dashboard.
CREATE INDEX campaign_running ON campaign (account) WHERE status IN ('preparing', 'sending', 'paused');

-- The consumption history is in the order of its days, page by page.
DROP INDEX consumption_day;
CREATE INDEX consumption_day ON consumption (account, day, uuid);
