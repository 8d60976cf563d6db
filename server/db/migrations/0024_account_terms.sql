-- What the provider's staff agree with a customer, and what they note about one.
ALTER TABLE account
  -- Messages a calendar day in Nepal; null: no limit.
  ADD daily_cap integer CHECK (daily_cap > 0),
  -- Messages a second, over all its campaigns; null: no limit.
  ADD rate_cap integer CHECK (rate_cap > 0),
  -- Its users are told when less than this is left, in minor units; null: never.
  ADD low_balance_below bigint CHECK (low_balance_below > 0),
  -- No customer reads it.
  ADD notes text,
  ADD tags text[] NOT NULL DEFAULT '{}',
  -- How far below zero the balance may go, in minor units; only post-paid accounts have credit.
  ADD billing text NOT NULL DEFAULT 'prepaid' CHECK (billing IN ('prepaid', 'postpaid')),
  ADD credit_limit bigint NOT NULL DEFAULT 0 CHECK (credit_limit >= 0),
  -- Older servers keep to it and the next: they give no credit, and let no balance fall below zero.
  ADD CHECK (billing = 'postpaid' OR credit_limit = 0),
  DROP CONSTRAINT account_balance_check,
  ADD CONSTRAINT account_balance_check CHECK (balance >= -credit_limit);

-- The limit may have been another one when an entry was written, so the account's own check is the one that counts.
ALTER TABLE wallet_entry DROP CONSTRAINT wallet_entry_balance_check;

-- How many recipients of the campaigns that a user has sent leave on a day: campaigns that wait for approval, retries and
-- test messages included, less what was cancelled. `day` as in unapproved_day.
CREATE TABLE accepted_day (
  account uuid NOT NULL REFERENCES account,
  day date NOT NULL,
  "user" uuid NOT NULL,
  recipients bigint NOT NULL CHECK (recipients >= 0),
  PRIMARY KEY (account, day, "user")
);
INSERT INTO accepted_day (account, day, "user", recipients)
SELECT account, day, "user", sum(recipients - cancelled)
FROM (
  SELECT account, "user", recipients, cancelled,
    (greatest(created_at, scheduled_at) AT TIME ZONE 'Asia/Kathmandu')::date AS day
  FROM campaign
  WHERE NOT trial AND (scheduled_at >= now() - interval '1 day' OR created_at >= now() - interval '1 day')
) c
WHERE day >= (now() AT TIME ZONE 'Asia/Kathmandu')::date
GROUP BY account, day, "user";

-- Until when the messages that were claimed of an account fill its rate cap; only of accounts with one.
CREATE TABLE account_pace (
  account uuid PRIMARY KEY REFERENCES account,
  next_at timestamptz NOT NULL
);
