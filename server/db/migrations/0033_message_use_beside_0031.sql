-- How many messages went out in each hour, by account, operator, link and sender ID, what has become of them, and why the
-- others failed: what reports read (docs/reports.md). Like daily_use, but exactly a function of the messages, so that any
-- day of it can be counted again.

-- The hour of a moment in Nepal, 0 to 23.
CREATE FUNCTION nepal_hour(at timestamptz) RETURNS smallint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT extract(hour FROM at AT TIME ZONE 'Asia/Kathmandu')::smallint
$$;

-- The day (UTC) of a message's uuid. Messages of such a day are next to each other in the primary key.
CREATE FUNCTION uuid_day(uuid uuid) RETURNS date LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (uuid_time(uuid) AT TIME ZONE 'UTC')::date
$$;

CREATE TABLE message_use (
  day date NOT NULL, -- Asia/Kathmandu, when the operator got the message or refused it
  hour smallint NOT NULL,
  account uuid NOT NULL REFERENCES account,
  operator text NOT NULL,
  link text NOT NULL,
  sender text NOT NULL,
  -- Of `failed`: the operator's code, one of ours, or the status of a message without either. Empty for the other counts.
  reason text NOT NULL,
  -- uuid_day of the messages: only they can be counted again together.
  made date NOT NULL,
  sent integer NOT NULL,
  -- Of `sent`, those that the operator accepted: what it charges the provider for.
  parts integer NOT NULL,
  delivered integer NOT NULL,
  failed integer NOT NULL,
  PRIMARY KEY (day, hour, account, operator, link, sender, reason, made)
);
CREATE INDEX message_use_account ON message_use (account, day);
CREATE INDEX message_use_made ON message_use (made);

-- Changes of it that are not added yet. Transactions that move messages only append, so none waits for another.
CREATE TABLE message_use_change (LIKE message_use);

CREATE VIEW message_use_now AS SELECT * FROM message_use UNION ALL SELECT * FROM message_use_change;

-- Days (`made`) of messages that servers of before this table moved: they are counted from the messages, one by one.
CREATE TABLE message_use_due (made date PRIMARY KEY);
INSERT INTO message_use_due (made)
SELECT first.day + n FROM (SELECT uuid_day(uuid) AS day FROM message ORDER BY uuid LIMIT 1) first,
  -- Until tomorrow: an upgrade may last over midnight.
  LATERAL generate_series(0, (now() AT TIME ZONE 'UTC')::date + 1 - first.day) n;

-- Servers of before do not set it.
ALTER TABLE server_process ADD counts_use boolean NOT NULL DEFAULT false;

-- Its definition, from the messages of a range of uuids (the last one excluded).
CREATE FUNCTION message_use_of(low uuid, high uuid)
RETURNS TABLE (day date, hour smallint, account uuid, operator text, link text, sender text, reason text, made date,
  sent integer, parts integer, delivered integer, failed integer)
LANGUAGE sql STABLE AS $$
  SELECT nepal_day(m.at), nepal_hour(m.at), m.account, m.operator, coalesce(m.link, ''), c.sender, f.reason, m.made,
    sum(f.sent)::integer, sum(f.parts)::integer, sum(f.delivered)::integer, sum(f.failed)::integer
  FROM (
    SELECT *, coalesce(submitted_at, finished_at) AS at, uuid_day(uuid) AS made FROM message
    WHERE uuid >= low AND uuid < high
      AND status IN ('submitted', 'delivered', 'undelivered', 'expired', 'rejected', 'unknown')
  ) m
  JOIN campaign c ON c.uuid = m.campaign
  CROSS JOIN LATERAL (
    SELECT '' AS reason, 1 AS sent,
      CASE WHEN m.status IN ('submitted', 'delivered', 'undelivered', 'expired') THEN m.parts ELSE 0 END AS parts,
      (m.status = 'delivered')::int AS delivered, 0 AS failed
    UNION ALL
    SELECT left(coalesce(m.error, m.status), 80), 0, 0, 0, 1 WHERE m.status IN ('undelivered', 'expired', 'rejected')
  ) f
  WHERE m.at IS NOT NULL
  GROUP BY nepal_day(m.at), nepal_hour(m.at), m.account, m.operator, coalesce(m.link, ''), c.sender, f.reason, m.made
$$;
