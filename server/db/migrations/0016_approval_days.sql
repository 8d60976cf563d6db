-- How many recipients of an account's campaigns leave on a day without approval: accepted ones, retries and test messages
-- included, less those that were cancelled before they left. `day` is the calendar day in Nepal on which a campaign was
-- accepted, or for which it was scheduled.
CREATE TABLE unapproved_day (
  account uuid NOT NULL REFERENCES account,
  day date NOT NULL,
  recipients bigint NOT NULL CHECK (recipients >= 0),
  PRIMARY KEY (account, day)
);

-- What was accepted before counts too. Those that wait for a decision, or were decided on, do not.
INSERT INTO unapproved_day (account, day, recipients)
SELECT account, day, sum(recipients - cancelled)
FROM (
  SELECT account, recipients, cancelled,
    (greatest(created_at, scheduled_at) AT TIME ZONE 'Asia/Kathmandu')::date AS day
  FROM campaign
  WHERE status <> 'draft' AND decided_at IS NULL
    -- Only these can leave today or later.
    AND (scheduled_at >= now() - interval '1 day' OR created_at >= now() - interval '1 day')
) c
WHERE day >= (now() AT TIME ZONE 'Asia/Kathmandu')::date
GROUP BY account, day;
