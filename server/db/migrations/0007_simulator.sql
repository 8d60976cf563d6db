-- The operator simulator delivers to nobody. What it sends is a test, and only a demonstration charges for it
-- (docs/adr/0011).

ALTER TABLE operator_link ADD is_simulator boolean NOT NULL DEFAULT false;
UPDATE operator_link SET is_simulator = true WHERE name = 'simulator' AND managed_by = 'environment';

-- A test goes to the simulator alone, everything else to operators alone. Decided when the campaign is accepted.
ALTER TABLE campaign ADD test boolean NOT NULL DEFAULT false;
-- What the plan said. A campaign that would be the other is refused.
ALTER TABLE plan ADD test boolean NOT NULL DEFAULT false;
-- How many of `sent` the simulator took.
ALTER TABLE daily_use ADD test integer NOT NULL DEFAULT 0;

-- An installation on the database that the server starts itself: all its money is for trying out.
ALTER TABLE provider_setting ADD is_demo boolean NOT NULL DEFAULT false;

-- Its balances would become real money.
CREATE FUNCTION keep_demo() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a demonstration stays one: its balances are no real money';
END $$;
CREATE TRIGGER provider_setting_keep_demo BEFORE UPDATE ON provider_setting
  FOR EACH ROW WHEN (OLD.is_demo AND NOT NEW.is_demo) EXECUTE FUNCTION keep_demo();

CREATE OR REPLACE FUNCTION tell_campaign() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO webhook_event (webhook, events)
  SELECT w.uuid, jsonb_build_array(jsonb_build_object(
    'id', NEW.uuid || '.' || NEW.status,
    'type', 'campaign.' || NEW.status,
    'timestamp', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'data', jsonb_build_object('uuid', NEW.uuid, 'name', NEW.name, 'status', NEW.status, 'test', NEW.test,
      'recipients', NEW.recipients, 'submitted', NEW.submitted, 'delivered', NEW.delivered,
      'undelivered', NEW.undelivered, 'expired', NEW.expired, 'rejected', NEW.rejected,
      'cancelled', NEW.cancelled, 'unknown', NEW.unknown)))
  FROM webhook w WHERE w.account = NEW.account AND w.is_active AND 'campaign.' || NEW.status = ANY(w.events);
  RETURN NULL;
END $$;

-- Campaigns that earlier versions sent to the simulator, and to nothing else.
UPDATE campaign c SET test = true
WHERE EXISTS (SELECT FROM link_use WHERE link = 'simulator')
  AND NOT EXISTS (SELECT FROM operator_link WHERE name = 'simulator' AND NOT is_simulator)
  AND EXISTS (SELECT FROM message m WHERE m.campaign = c.uuid AND m.link = 'simulator')
  AND NOT EXISTS (SELECT FROM message m WHERE m.campaign = c.uuid AND m.link <> 'simulator');

CREATE OR REPLACE VIEW daily_expected AS
SELECT account, day, operator, sum(messages)::int AS messages, sum(parts)::int AS parts, sum(amount) AS amount,
  sum(sent)::int AS sent, sum(delivered)::int AS delivered, sum(failed)::int AS failed, sum(test)::int AS test
FROM (
  SELECT account, day, operator, messages, parts, amount, 0 AS sent, 0 AS delivered, 0 AS failed, 0 AS test
  FROM consumption
  UNION ALL
  -- What was refused at once was never submitted; its day is that of the refusal.
  SELECT m.account, nepal_day(coalesce(m.submitted_at, m.finished_at)), m.operator, 0, 0, 0, 1,
    (m.status = 'delivered')::int, (m.status IN ('undelivered', 'expired', 'rejected'))::int, c.test::int
  FROM message m JOIN campaign c ON c.uuid = m.campaign
  WHERE m.status IN ('submitted', 'delivered', 'undelivered', 'expired', 'rejected', 'unknown')
) each
GROUP BY account, day, operator;

UPDATE daily_use u SET test = e.test
FROM daily_expected e
WHERE EXISTS (SELECT FROM campaign WHERE test) AND e.test > 0
  AND (e.account, e.day, e.operator) = (u.account, u.day, u.operator);

CREATE OR REPLACE VIEW daily_consumption AS
SELECT day_uuid(account, day, NULL) AS uuid, account, day, NULL::text AS operator,
  sum(messages)::int AS messages, sum(parts)::int AS parts, sum(amount) AS amount,
  sum(sent)::int AS sent, sum(delivered)::int AS delivered, sum(failed)::int AS failed,
  min(created_at) AS created_at, max(updated_at) AS updated_at, sum(test)::int AS test
FROM daily_use GROUP BY account, day
UNION ALL
SELECT day_uuid(account, day, operator), account, day, operator, messages, parts, amount, sent, delivered, failed,
  created_at, updated_at, test
FROM daily_use;
