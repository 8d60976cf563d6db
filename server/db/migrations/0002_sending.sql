-- Dated ranges of the number plan; the longest prefix that is valid today wins.
CREATE TABLE number_range (
  prefix text NOT NULL CHECK (prefix ~ '^\+[0-9]{3,12}$'),
  operator text NOT NULL,
  closed boolean NOT NULL DEFAULT false,
  valid_from date NOT NULL DEFAULT '2000-01-01',
  PRIMARY KEY (prefix, valid_from)
);

CREATE TABLE pricing (
  uuid uuid PRIMARY KEY DEFAULT uuid_v7(),
  account uuid REFERENCES account, -- null: every account
  operator text, -- null: every operator
  price numeric(12, 4) NOT NULL CHECK (price >= 0), -- minor units per part, tax included
  -- Whether what comes back undelivered is released too.
  release_undelivered boolean NOT NULL DEFAULT false,
  valid_from timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX pricing_account ON pricing (account, operator, valid_from);

CREATE TABLE account_package (
  uuid uuid PRIMARY KEY DEFAULT uuid_v7(),
  account uuid NOT NULL REFERENCES account,
  name text NOT NULL,
  parts integer NOT NULL CHECK (parts > 0),
  remaining integer NOT NULL CHECK (remaining >= 0 AND remaining <= parts),
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX account_package_account ON account_package (account, expires_at);

-- What a dry run found; kept until it expires or its campaign is expanded.
CREATE TABLE plan (
  uuid uuid PRIMARY KEY DEFAULT uuid_v7(),
  account uuid NOT NULL REFERENCES account,
  -- Of everything in the request that decides who gets what text.
  request_hash bytea NOT NULL,
  -- What the recipients come to (services/recipients.ts, Summary); null while they are being read.
  summary jsonb,
  -- A plan that a campaign was made of; its recipients go when they are expanded.
  used boolean NOT NULL DEFAULT false,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX plan_expiry ON plan (expires_at) WHERE NOT used;

-- No foreign key, here and in message: a million rows come from their own plan or campaign in one statement,
-- and the check of each would take as long as the insert.
CREATE TABLE plan_recipient (
  plan uuid NOT NULL,
  position integer NOT NULL,
  source text NOT NULL,
  row integer,
  phone text NOT NULL, -- E.164, or what stood in the sheet where it is none
  operator text,
  text text, -- null: the campaign's body as it is
  parts smallint NOT NULL DEFAULT 0,
  encoding text,
  refusal text,
  reason text,
  PRIMARY KEY (plan, position)
);
CREATE INDEX plan_recipient_refused ON plan_recipient (plan, position) WHERE refusal IS NOT NULL;

CREATE TABLE campaign (
  uuid uuid PRIMARY KEY DEFAULT uuid_v7(),
  account uuid NOT NULL REFERENCES account,
  "user" uuid NOT NULL REFERENCES users,
  name text NOT NULL,
  status text NOT NULL CHECK (status IN
    ('draft', 'preparing', 'scheduled', 'sending', 'paused', 'completed', 'cancelled', 'failed')),
  sender text NOT NULL,
  body text NOT NULL,
  encoding text NOT NULL,
  recipients integer NOT NULL,
  queued integer NOT NULL CHECK (queued >= 0),
  submitted integer NOT NULL DEFAULT 0 CHECK (submitted >= 0),
  delivered integer NOT NULL DEFAULT 0,
  undelivered integer NOT NULL DEFAULT 0,
  expired integer NOT NULL DEFAULT 0,
  rejected integer NOT NULL DEFAULT 0,
  cancelled integer NOT NULL DEFAULT 0,
  unknown integer NOT NULL DEFAULT 0 CHECK (unknown >= 0),
  parts integer NOT NULL,
  -- Held when accepted: parts of packages, and minor units of the wallet.
  package_parts integer NOT NULL,
  cost bigint NOT NULL CHECK (cost >= 0),
  -- The wallet's share to the fraction: cost = round(cost_exact).
  cost_exact numeric(20, 4) NOT NULL,
  captured_exact numeric(20, 4) NOT NULL DEFAULT 0,
  dropped_exact numeric(20, 4) NOT NULL DEFAULT 0,
  captured bigint NOT NULL DEFAULT 0,
  released bigint NOT NULL DEFAULT 0,
  package_captured integer NOT NULL DEFAULT 0,
  package_dropped integer NOT NULL DEFAULT 0,
  package_released integer NOT NULL DEFAULT 0,
  -- Operator -> {price, package_parts, release_undelivered}; expansion takes from package_parts.
  prices jsonb NOT NULL,
  plan uuid NOT NULL REFERENCES plan,
  -- Recipients become messages in chunks, while the first of them are being sent already.
  expanding boolean NOT NULL DEFAULT true,
  expanded_to integer NOT NULL DEFAULT 0, -- position in the plan
  error text,
  scheduled_at timestamptz,
  started_at timestamptz,
  finished_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK (recipients = queued + submitted + delivered + undelivered + expired + rejected + cancelled + unknown),
  CHECK (captured_exact + dropped_exact <= cost_exact),
  CHECK (captured + released <= cost),
  CHECK (package_captured + package_dropped <= package_parts AND package_released <= package_dropped)
);
CREATE INDEX campaign_account ON campaign (account, uuid);
CREATE INDEX campaign_active ON campaign (status) WHERE status IN ('preparing', 'scheduled', 'sending');
CREATE INDEX campaign_expanding ON campaign (created_at) WHERE expanding;

-- Which packages a campaign's held parts came from.
CREATE TABLE campaign_package (
  campaign uuid NOT NULL REFERENCES campaign,
  package uuid NOT NULL REFERENCES account_package,
  parts integer NOT NULL CHECK (parts > 0),
  released integer NOT NULL DEFAULT 0 CHECK (released >= 0 AND released <= parts),
  PRIMARY KEY (campaign, package)
);

CREATE TABLE wallet_entry (
  uuid uuid PRIMARY KEY DEFAULT uuid_v7(),
  account uuid NOT NULL REFERENCES account,
  kind text NOT NULL CHECK (kind IN ('opening', 'topup', 'package', 'hold', 'release', 'adjustment')),
  amount bigint NOT NULL CHECK (amount <> 0),
  balance bigint NOT NULL CHECK (balance >= 0),
  campaign uuid REFERENCES campaign,
  note text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX wallet_entry_account ON wallet_entry (account, uuid);

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;
CREATE TRIGGER wallet_entry_append_only BEFORE UPDATE OR DELETE ON wallet_entry
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TABLE message (
  uuid uuid PRIMARY KEY DEFAULT uuid_v7(),
  account uuid NOT NULL,
  campaign uuid NOT NULL,
  row integer,
  phone text NOT NULL,
  operator text NOT NULL,
  text text, -- null: the campaign's body
  parts smallint NOT NULL,
  package_parts smallint NOT NULL,
  amount numeric(14, 4) NOT NULL, -- of the wallet, minor units
  status text NOT NULL DEFAULT 'queued' CHECK (status IN ('queued', 'submitting', 'submitted', 'delivered',
    'undelivered', 'expired', 'rejected', 'cancelled', 'unknown')),
  worker bigint,
  link text,
  operator_id text,
  error text,
  attempts smallint NOT NULL DEFAULT 0,
  not_before timestamptz, -- after a temporary refusal
  submitted_at timestamptz,
  finished_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX message_queue ON message (campaign, uuid) WHERE status = 'queued';
CREATE INDEX message_in_hand ON message (worker) WHERE status = 'submitting';
CREATE INDEX message_unknown ON message (link, phone) WHERE status = 'unknown';
CREATE INDEX message_overdue ON message (submitted_at) WHERE status IN ('submitted', 'unknown');
CREATE INDEX message_operator_id ON message (operator_id) WHERE operator_id IS NOT NULL;
CREATE INDEX message_campaign ON message (campaign, status, uuid);
CREATE INDEX message_account ON message (account, uuid);
CREATE INDEX message_phone ON message (phone text_pattern_ops, account);

-- The parts of messages of more than one: a receipt may come for each.
CREATE TABLE message_part (
  operator_id text NOT NULL,
  link text NOT NULL,
  message uuid NOT NULL REFERENCES message,
  status text NOT NULL DEFAULT 'submitted',
  PRIMARY KEY (operator_id, link)
);
CREATE INDEX message_part_message ON message_part (message);

-- Receipts that no message was found for, yet.
CREATE TABLE receipt (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  link text NOT NULL,
  operator_id text NOT NULL,
  phone text NOT NULL,
  status text NOT NULL,
  error text,
  received_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX receipt_operator_id ON receipt (operator_id);
CREATE INDEX receipt_phone ON receipt (link, phone);

CREATE SEQUENCE worker_id;

CREATE TABLE consumption (
  uuid uuid PRIMARY KEY DEFAULT uuid_v7(),
  account uuid NOT NULL REFERENCES account,
  day date NOT NULL, -- Asia/Kathmandu
  campaign uuid NOT NULL REFERENCES campaign,
  operator text NOT NULL,
  source text NOT NULL CHECK (source IN ('package', 'wallet')),
  messages integer NOT NULL DEFAULT 0,
  parts integer NOT NULL DEFAULT 0,
  amount numeric(20, 4) NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (campaign, day, operator, source)
);
CREATE INDEX consumption_account ON consumption (account, uuid);
CREATE INDEX consumption_day ON consumption (account, day);

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['account_package', 'campaign', 'consumption'] LOOP
    EXECUTE format('CREATE TRIGGER %I BEFORE UPDATE ON %I FOR EACH ROW EXECUTE FUNCTION touch()', name || '_touch', name);
  END LOOP;
  FOREACH name IN ARRAY ARRAY['campaign', 'message', 'wallet_entry', 'consumption'] LOOP
    EXECUTE format('CREATE TRIGGER %I AFTER INSERT ON %I REFERENCING NEW TABLE AS changed
                    FOR EACH STATEMENT EXECUTE FUNCTION count_rows()', name || '_count_in', name);
    EXECUTE format('CREATE TRIGGER %I AFTER DELETE ON %I REFERENCING OLD TABLE AS changed
                    FOR EACH STATEMENT EXECUTE FUNCTION count_rows()', name || '_count_out', name);
  END LOOP;
END $$;
