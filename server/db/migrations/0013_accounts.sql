-- Staff find an account by any part of its name or PAN, and sort accounts and wallets.
CREATE INDEX account_search ON account USING gin (name gin_trgm_ops, pan gin_trgm_ops);
CREATE INDEX account_name ON account (name, uuid);
CREATE INDEX account_balance ON account (balance, uuid);

-- A payment by any part of the bank's number, however its spaces and hyphens are written.
CREATE INDEX payment_reference_search ON payment_reference
  USING gin (regexp_replace(lower(reference), '[^[:alnum:]]+', '', 'g') gin_trgm_ops) WHERE reference IS NOT NULL;

-- What holds money of an account: for the list of wallets, and for what is paused when it is deactivated.
CREATE INDEX campaign_holding ON campaign (account)
  WHERE status IN ('draft', 'preparing', 'scheduled', 'sending', 'paused');

-- The packages of every account, newest first, and of one.
CREATE INDEX account_package_age ON account_package (account, uuid);
