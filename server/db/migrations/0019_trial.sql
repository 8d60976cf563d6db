-- Free messages of customers whose account is not approved yet, to one verified number of theirs: one row per account.
CREATE TABLE trial (
  account uuid PRIMARY KEY REFERENCES account,
  -- E.164. It does not change any more once it is verified.
  phone text NOT NULL,
  code_hash text,
  code_expires_at timestamptz,
  code_sent_at timestamptz NOT NULL,
  -- Wrong attempts with the current code.
  tries integer NOT NULL DEFAULT 0,
  verified_at timestamptz,
  -- Messages sent, codes included (schema/trial.ts, TRIAL_MESSAGES).
  used integer NOT NULL CHECK (used BETWEEN 0 AND 10),
  -- What was added to try things with; it can be removed together.
  template uuid,
  contacts uuid[] NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
-- A number has one trial, whoever registers with it again.
CREATE UNIQUE INDEX trial_phone ON trial (phone) WHERE verified_at IS NOT NULL;
SELECT pg_temp.standard_triggers('trial', 'touch');

-- Messages of a trial: always free, whatever the account has.
ALTER TABLE campaign ADD trial boolean NOT NULL DEFAULT false;
CREATE INDEX campaign_trial ON campaign (account) WHERE trial;
