-- Messages lie in a table for each month (UTC) of their making, so that old months go by dropping a table and
-- today's indexes stay small. A UUIDv7 begins with its time: ranges of uuids are ranges of time, and the primary
-- key stays the uuid alone (docs/adr/0006).

-- Below every UUIDv7 of this millisecond and after, above every one before.
CREATE FUNCTION uuid_floor(at timestamptz) RETURNS uuid LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (lpad(to_hex(floor(extract(epoch FROM at AT TIME ZONE 'UTC') * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
$$;

-- The time that a UUIDv7 begins with, to the millisecond.
CREATE FUNCTION uuid_time(uuid uuid) RETURNS timestamptz LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT to_timestamp(('x0000' || left(replace(uuid::text, '-', ''), 12))::bit(64)::bigint / 1000.0)
$$;

-- Makes the tables of the month that comes after the newest, of the start of what lies in the `after` tables.
-- These need the whole table for a moment: a row that moved while an update waited for it would not be found again.
CREATE FUNCTION add_message_month(month date) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  low uuid := uuid_floor(month::timestamp AT TIME ZONE 'UTC');
  high uuid := uuid_floor((month + interval '1 month') AT TIME ZONE 'UTC');
  parent text;
  key text;
  part text;
  rest text;
BEGIN
  FOR parent, key IN VALUES ('message', 'uuid'), ('message_part', 'message') LOOP
    part := parent || to_char(month, '_YYYY_MM');
    rest := parent || '_after';
    EXECUTE format('ALTER TABLE %I DETACH PARTITION %I', parent, rest);
    EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING CONSTRAINTS)', part, parent);
    EXECUTE format('WITH moved AS (DELETE FROM %I WHERE %I < %L RETURNING *) INSERT INTO %I SELECT * FROM moved',
      rest, key, high, part);
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', parent, part, low, high);
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (MAXVALUE)', parent, rest, high);
  END LOOP;
END $$;

DROP VIEW daily_expected, link_expected;
ALTER TABLE message RENAME TO message_whole;
ALTER TABLE message_part RENAME TO message_part_whole;

CREATE TABLE message (LIKE message_whole INCLUDING DEFAULTS INCLUDING CONSTRAINTS) PARTITION BY RANGE (uuid);
-- No foreign key: months of both go together, and the check of each part would cost as much as its row.
CREATE TABLE message_part (LIKE message_part_whole INCLUDING DEFAULTS INCLUDING CONSTRAINTS)
  PARTITION BY RANGE (message);

-- The months of the rows that are there, this one and the next two; before and after them lies what a wrong clock
-- made. No DEFAULT table: beside one, a list cannot be read month by month, it has to begin in all of them.
DO $$
DECLARE
  oldest uuid := (SELECT uuid FROM message_whole WHERE uuid >= uuid_floor('2020-01-01Z') ORDER BY uuid LIMIT 1);
  first timestamp := date_trunc('month', least(uuid_time(oldest), now()) AT TIME ZONE 'UTC');
  parent text;
BEGIN
  FOREACH parent IN ARRAY ARRAY['message', 'message_part'] LOOP
    EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (MINVALUE) TO (%L)', parent || '_before', parent,
      uuid_floor(first AT TIME ZONE 'UTC'));
    EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (%L) TO (MAXVALUE)', parent || '_after', parent,
      uuid_floor(first AT TIME ZONE 'UTC'));
  END LOOP;
  PERFORM add_message_month(month::date) FROM generate_series(
    first, date_trunc('month', now() AT TIME ZONE 'UTC') + interval '2 months', interval '1 month') AS month;
END $$;

INSERT INTO message SELECT * FROM message_whole;
INSERT INTO message_part SELECT * FROM message_part_whole;
DROP TABLE message_part_whole, message_whole;

-- After the rows, which are copied faster so; each month has its own.
ALTER TABLE message ADD PRIMARY KEY (uuid);
CREATE INDEX message_queue ON message (campaign, operator, uuid) WHERE status = 'queued';
CREATE INDEX message_in_hand ON message (worker) WHERE status = 'submitting';
CREATE INDEX message_unknown ON message (link, phone) WHERE status = 'unknown';
CREATE INDEX message_overdue ON message (submitted_at) WHERE status IN ('submitted', 'unknown');
CREATE INDEX message_operator_id ON message (operator_id) WHERE operator_id IS NOT NULL;
-- In the order of its lists, whatever their status; one of them is looked for among the entries of its campaign.
CREATE INDEX message_campaign ON message (campaign, uuid, status);
CREATE INDEX message_account ON message (account, uuid);
CREATE INDEX message_phone ON message (phone text_pattern_ops, account, uuid);
ALTER TABLE message_part ADD PRIMARY KEY (operator_id, link, message);
CREATE INDEX message_part_message ON message_part (message);

CREATE TRIGGER message_count_in AFTER INSERT ON message REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_rows();
CREATE TRIGGER message_count_out AFTER DELETE ON message REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_rows();

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

CREATE VIEW link_expected AS
SELECT nepal_day(coalesce(submitted_at, finished_at)) AS day, link, count(*)::int AS sent,
  count(*) FILTER (WHERE status = 'delivered')::int AS delivered,
  count(*) FILTER (WHERE status IN ('undelivered', 'expired', 'rejected'))::int AS failed
FROM message
WHERE status IN ('submitted', 'delivered', 'undelivered', 'expired', 'rejected', 'unknown') AND link IS NOT NULL
GROUP BY nepal_day(coalesce(submitted_at, finished_at)), link;

-- Set when housekeeping has removed messages of a campaign with their month; its counts and its money stay.
ALTER TABLE campaign ADD COLUMN messages_removed_at timestamptz;

-- Where the rows of long lists are: every thousandth by age of an account, or of all under the nil uuid, with its
-- place counted from the oldest. Page 40,000 starts from a mark and costs what page 1 does (services/listMarks.ts).
CREATE TABLE list_mark (
  entity text NOT NULL,
  account uuid NOT NULL,
  uuid uuid NOT NULL,
  place bigint NOT NULL,
  PRIMARY KEY (entity, account, uuid)
);
CREATE INDEX list_mark_place ON list_mark (entity, account, place);

ANALYZE message, message_part;
