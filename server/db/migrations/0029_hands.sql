-- What changes of a message stands in no index any more, so that PostgreSQL writes its new version into the same page
-- and touches no index (HOT); the pages keep room for it. What the indexes told stands in small tables of its own
-- (docs/adr/0007).

-- Of a campaign and an operator: up to which message workers have taken them, and how many more there are.
CREATE TABLE campaign_queue (
  campaign uuid NOT NULL,
  operator text NOT NULL,
  claimed_to uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
  waiting integer NOT NULL CHECK (waiting >= 0),
  PRIMARY KEY (campaign, operator)
) WITH (fillfactor = 50);

-- Messages that a worker has taken at once: an operator's of a campaign from the first to the last, or, where these are
-- null, those of message_retry. Gone when what became of each is recorded.
CREATE TABLE hand (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  worker bigint NOT NULL,
  link text NOT NULL,
  campaign uuid NOT NULL,
  operator text,
  first uuid,
  last uuid,
  messages integer NOT NULL CHECK (messages > 0),
  CHECK (num_nulls(operator, first, last) IN (0, 3))
) WITH (fillfactor = 50);
CREATE INDEX hand_worker ON hand (worker);
CREATE INDEX hand_campaign ON hand (campaign);

-- Messages that wait to be tried again, or are just being.
CREATE TABLE message_retry (
  message uuid PRIMARY KEY,
  campaign uuid NOT NULL,
  operator text NOT NULL,
  not_before timestamptz NOT NULL,
  hand bigint
);
CREATE INDEX message_retry_due ON message_retry (campaign, operator, not_before) WHERE hand IS NULL;
CREATE INDEX message_retry_hand ON message_retry (hand) WHERE hand IS NOT NULL;

-- Messages of unknown fate.
DROP INDEX message_unknown;
CREATE TABLE message_unknown (
  message uuid PRIMARY KEY,
  campaign uuid NOT NULL,
  link text NOT NULL,
  phone text NOT NULL,
  submitted_at timestamptz NOT NULL
);
CREATE INDEX message_unknown_receipt ON message_unknown (link, phone);
CREATE INDEX message_unknown_campaign ON message_unknown (campaign);
CREATE INDEX message_unknown_overdue ON message_unknown (submitted_at);

INSERT INTO campaign_queue (campaign, operator, waiting)
SELECT campaign, operator, count(*) FROM message WHERE status = 'queued' AND not_before IS NULL
GROUP BY campaign, operator;
INSERT INTO message_retry (message, campaign, operator, not_before)
SELECT uuid, campaign, operator, not_before FROM message WHERE status = 'queued' AND not_before IS NOT NULL;
WITH taken AS (
  INSERT INTO hand (worker, link, campaign, messages)
  SELECT worker, link, campaign, count(*) FROM message WHERE status = 'submitting' GROUP BY worker, link, campaign
  RETURNING *
)
INSERT INTO message_retry (message, campaign, operator, not_before, hand)
SELECT m.uuid, m.campaign, m.operator, now(), t.id FROM message m JOIN taken t USING (worker, link, campaign)
WHERE m.status = 'submitting';
UPDATE message SET status = 'queued' WHERE status = 'submitting';
INSERT INTO message_unknown (message, campaign, link, phone, submitted_at)
SELECT uuid, campaign, link, phone, coalesce(submitted_at, updated_at) FROM message WHERE status = 'unknown';

-- The operator's ids of all messages, so that receipts find them; alone: of a message of one part.
ALTER TABLE message_part ADD COLUMN alone boolean NOT NULL DEFAULT false;
DROP INDEX message_part_message;
CREATE INDEX message_part_message ON message_part (message) WHERE NOT alone;
INSERT INTO message_part (operator_id, link, message, alone)
SELECT operator_id, link, uuid, true FROM message
WHERE parts = 1 AND operator_id IS NOT NULL AND submitted_at > now() - interval '30 days'
ON CONFLICT DO NOTHING;

DROP INDEX message_queue, message_in_hand, message_overdue, message_operator_id, message_campaign;
CREATE INDEX message_campaign ON message (campaign, uuid);
ALTER TABLE message DROP COLUMN worker, DROP COLUMN not_before;

CREATE OR REPLACE FUNCTION add_message_month(month date) RETURNS void LANGUAGE plpgsql AS $$
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
    IF parent = 'message' THEN
      EXECUTE format('ALTER TABLE %I SET (fillfactor = 40)', part);
    END IF;
    EXECUTE format('WITH moved AS (DELETE FROM %I WHERE %I < %L RETURNING *) INSERT INTO %I SELECT * FROM moved',
      rest, key, high, part);
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', parent, part, low, high);
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (MAXVALUE)', parent, rest, high);
  END LOOP;
END $$;

DO $$
DECLARE part regclass;
BEGIN
  FOR part IN SELECT inhrelid FROM pg_inherits WHERE inhparent = 'message'::regclass LOOP
    EXECUTE format('ALTER TABLE %s SET (fillfactor = 40)', part);
  END LOOP;
END $$;

ANALYZE message, message_part;
