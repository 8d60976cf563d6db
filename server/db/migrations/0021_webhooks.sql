-- Where customers are told what became of their messages and campaigns.
CREATE TABLE webhook (
  uuid uuid PRIMARY KEY DEFAULT uuid_v7(),
  account uuid NOT NULL REFERENCES account,
  -- Who made it, and gets the mail when it is switched off.
  "user" uuid NOT NULL REFERENCES users,
  url text NOT NULL,
  events text[] NOT NULL,
  is_active boolean NOT NULL DEFAULT true,
  -- Signing needs the secret itself. For a while after a rotation both sign.
  secret text NOT NULL,
  former_secret text,
  former_until timestamptz,
  -- When it began to fail without a success since, and failed last: after a day of quiet it begins anew.
  failing_since timestamptz,
  failed_at timestamptz,
  switched_off_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX webhook_account ON webhook (account, uuid);
CREATE INDEX webhook_active ON webhook (account) WHERE is_active;

-- Events as they happen: a row for each webhook and batch of messages, written in the transaction that moves
-- the messages; jobs/webhooks.ts makes requests of them. Of messages it is their ids only: what has become of
-- them is final, and read later, so that sending does not wait for it. No foreign key: a webhook that is
-- deleted in the same moment must not fail the sending. What has no webhook any more is thrown away.
CREATE TABLE webhook_event (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  webhook uuid NOT NULL,
  messages uuid[] NOT NULL DEFAULT '{}',
  events jsonb NOT NULL DEFAULT '[]'
);

-- A request and its attempts.
CREATE TABLE webhook_delivery (
  uuid uuid PRIMARY KEY DEFAULT uuid_v7(),
  account uuid NOT NULL,
  webhook uuid NOT NULL REFERENCES webhook ON DELETE CASCADE,
  kind text NOT NULL DEFAULT 'events' CHECK (kind IN ('events', 'ping')),
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'delivered', 'failed')),
  -- What is told; null once it was delivered.
  events jsonb,
  event_count integer NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  -- Attempts of this round, and when it gives up: trying again by hand begins a new one.
  round_attempts integer NOT NULL DEFAULT 0,
  give_up_at timestamptz NOT NULL DEFAULT now() + interval '24 hours',
  -- When it is due; of one in a worker's hand when the next may take it, should that worker have died.
  next_attempt_at timestamptz DEFAULT now(),
  in_hand boolean NOT NULL DEFAULT false,
  attempted_at timestamptz,
  http_status integer,
  duration integer,
  error text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX webhook_delivery_account ON webhook_delivery (account, uuid);
CREATE INDEX webhook_delivery_webhook ON webhook_delivery (webhook, uuid);
CREATE INDEX webhook_delivery_due ON webhook_delivery (webhook, next_attempt_at) WHERE status = 'pending';
CREATE INDEX webhook_delivery_age ON webhook_delivery (created_at);

-- Whatever ends a campaign tells it: a few rows in a campaign's life. Counts are those of that moment;
-- receipts of a completed campaign may still come.
CREATE FUNCTION tell_campaign() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO webhook_event (webhook, events)
  SELECT w.uuid, jsonb_build_array(jsonb_build_object(
    'id', NEW.uuid || '.' || NEW.status,
    'type', 'campaign.' || NEW.status,
    'timestamp', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'data', jsonb_build_object('uuid', NEW.uuid, 'name', NEW.name, 'status', NEW.status,
      'recipients', NEW.recipients, 'submitted', NEW.submitted, 'delivered', NEW.delivered,
      'undelivered', NEW.undelivered, 'expired', NEW.expired, 'rejected', NEW.rejected,
      'cancelled', NEW.cancelled, 'unknown', NEW.unknown)))
  FROM webhook w WHERE w.account = NEW.account AND w.is_active AND 'campaign.' || NEW.status = ANY(w.events);
  RETURN NULL;
END $$;
CREATE TRIGGER campaign_tell AFTER UPDATE OF status ON campaign FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status AND NEW.status IN ('completed', 'cancelled', 'failed'))
  EXECUTE FUNCTION tell_campaign();

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['webhook', 'webhook_delivery'] LOOP
    EXECUTE format('CREATE TRIGGER %I BEFORE UPDATE ON %I FOR EACH ROW EXECUTE FUNCTION touch()', name || '_touch', name);
    EXECUTE format('CREATE TRIGGER %I AFTER INSERT ON %I REFERENCING NEW TABLE AS changed
                    FOR EACH STATEMENT EXECUTE FUNCTION count_rows()', name || '_count_in', name);
    EXECUTE format('CREATE TRIGGER %I AFTER DELETE ON %I REFERENCING OLD TABLE AS changed
                    FOR EACH STATEMENT EXECUTE FUNCTION count_rows()', name || '_count_out', name);
  END LOOP;
END $$;
