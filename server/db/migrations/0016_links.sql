-- Operator links as data. Messages and receipts carry a link's name, which so never changes.
CREATE TABLE operator_link (
  uuid uuid PRIMARY KEY DEFAULT uuid_v7(),
  name text NOT NULL UNIQUE,
  -- environment: its address and password are SMPP_URL's, and a worker that has it there runs it.
  managed_by text NOT NULL DEFAULT 'console' CHECK (managed_by IN ('environment', 'console')),
  host text NOT NULL,
  port integer NOT NULL CHECK (port BETWEEN 1 AND 65535),
  tls boolean NOT NULL DEFAULT false,
  system_id text NOT NULL,
  -- In plain text, as the operator must be told it: whoever reads the database reads it. No route answers it,
  -- and the audit log never holds it. Null: it is in the environment of the workers.
  password text,
  -- When the system ID or the password was last set.
  login_set_at timestamptz NOT NULL DEFAULT now(),
  system_type text NOT NULL DEFAULT '',
  -- Unanswered parts, and parts per second (0: no limit).
  "window" integer NOT NULL DEFAULT 100 CHECK ("window" BETWEEN 1 AND 10000),
  rate integer NOT NULL DEFAULT 0 CHECK (rate >= 0),
  -- What SMPP_URL said of window and rate when a worker started last: only a change there overrules the console.
  given jsonb,
  -- The operators whose messages it takes; empty: all.
  operators text[] NOT NULL DEFAULT '{}',
  -- The lowest number goes first; links of the same number share.
  priority integer NOT NULL DEFAULT 10 CHECK (priority BETWEEN 0 AND 1000),
  -- False: paused. It stays bound, for receipts, and takes no messages.
  is_active boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK (managed_by = 'environment' OR password IS NOT NULL)
);
CREATE TRIGGER operator_link_touch BEFORE UPDATE ON operator_link FOR EACH ROW EXECUTE FUNCTION touch();

-- Workers hear of any change, whoever makes it.
CREATE FUNCTION tell_operator_link() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('operator_link', '');
  RETURN NULL;
END $$;
CREATE TRIGGER operator_link_tell AFTER INSERT OR UPDATE OR DELETE ON operator_link
  FOR EACH STATEMENT EXECUTE FUNCTION tell_operator_link();

-- What each worker last said of each link that it runs.
CREATE TABLE operator_link_state (
  link uuid NOT NULL REFERENCES operator_link ON DELETE CASCADE,
  worker bigint NOT NULL,
  state text NOT NULL CHECK (state IN ('connecting', 'bound', 'down')),
  since timestamptz NOT NULL,
  -- Why it is down.
  reason text,
  in_flight integer NOT NULL,
  -- Parts that the operator took in the last minute.
  per_minute integer NOT NULL,
  -- What the operator last refused a message with.
  last_error text,
  last_error_at timestamptz,
  -- Until then links of a worse priority leave its operators to it: renewed while it is bound.
  holds_until timestamptz NOT NULL,
  seen_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (link, worker)
-- Updated every few seconds: room in the page keeps the updates from touching the index.
) WITH (fillfactor = 50);

-- A link's state over all workers that run it: the best that any says who was heard of lately.
CREATE VIEW operator_link_now AS
SELECT l.uuid AS link, coalesce(best.state, 'unknown') AS state, best.since, best.reason,
  coalesce(sums.in_flight, 0) AS in_flight, coalesce(sums.per_minute, 0) AS per_minute,
  coalesce(sums.workers, 0) AS workers, coalesce(sums.holds, false) AS holds,
  failed.last_error, failed.last_error_at
FROM operator_link l
LEFT JOIN LATERAL (
  SELECT s.state, s.since, s.reason FROM operator_link_state s
  WHERE s.link = l.uuid AND s.seen_at > now() - interval '15 seconds'
  ORDER BY s.state = 'bound' DESC, s.state = 'connecting' DESC, s.since LIMIT 1) best ON true
LEFT JOIN LATERAL (
  SELECT sum(in_flight)::int AS in_flight, sum(per_minute)::int AS per_minute, count(*)::int AS workers,
    bool_or(holds_until > now()) AS holds
  FROM operator_link_state s WHERE s.link = l.uuid AND s.seen_at > now() - interval '15 seconds') sums ON true
LEFT JOIN LATERAL (
  SELECT s.last_error, s.last_error_at FROM operator_link_state s
  WHERE s.link = l.uuid AND s.last_error IS NOT NULL ORDER BY s.last_error_at DESC LIMIT 1) failed ON true;

-- Claiming asks for one operator's messages of a campaign: other operators' are not even looked at.
DROP INDEX message_queue;
CREATE INDEX message_queue ON message (campaign, operator, uuid) WHERE status = 'queued';

-- What went to each link on a day and what has become of it, as daily_use is for accounts.
CREATE TABLE link_use (
  day date NOT NULL, -- Asia/Kathmandu
  link text NOT NULL,
  sent integer NOT NULL DEFAULT 0,
  delivered integer NOT NULL DEFAULT 0,
  failed integer NOT NULL DEFAULT 0,
  PRIMARY KEY (day, link)
) WITH (fillfactor = 50);

CREATE VIEW link_expected AS
SELECT nepal_day(coalesce(submitted_at, finished_at)) AS day, link, count(*)::int AS sent,
  count(*) FILTER (WHERE status = 'delivered')::int AS delivered,
  count(*) FILTER (WHERE status IN ('undelivered', 'expired', 'rejected'))::int AS failed
FROM message
WHERE status IN ('submitted', 'delivered', 'undelivered', 'expired', 'rejected', 'unknown') AND link IS NOT NULL
GROUP BY nepal_day(coalesce(submitted_at, finished_at)), link;

INSERT INTO link_use (day, link, sent, delivered, failed)
SELECT day, link, sent, delivered, failed FROM link_expected;

-- The days of all accounts, for the provider's dashboard.
CREATE INDEX daily_use_day ON daily_use (day);
CREATE INDEX campaign_draft ON campaign (uuid) WHERE status = 'draft';
