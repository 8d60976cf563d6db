-- Closing a month adds up what moved a wallet otherwise than by campaigns, whose entries are nearly all of them.
CREATE INDEX wallet_entry_money ON wallet_entry (account, uuid) WHERE kind IN ('opening', 'topup', 'package', 'adjustment');

-- Urgent campaigns of an account by the day on which they are sent, as its limit counts them.
CREATE INDEX campaign_urgent_day ON campaign (account, ((greatest(created_at, scheduled_at) AT TIME ZONE 'Asia/Kathmandu')::date))
  WHERE urgent AND NOT trial;

-- Users are mailed when their recovery codes are renewed.
ALTER TABLE security_alert DROP CONSTRAINT security_alert_kind_check, ADD CONSTRAINT security_alert_kind_check
  -- Older servers keep to it: they write fewer kinds.
  CHECK (kind IN ('password-changed', 'address-changed', 'key-added', 'new-device', 'passkey-added', 'passkey-removed', 'codes-renewed'));
