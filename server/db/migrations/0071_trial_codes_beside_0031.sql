-- Codes of a trial that are among `used`: they are not taken from its free messages (services/sending/trialCodes.ts). A code
-- that an older server sends counts as a message, as there.
ALTER TABLE trial ADD codes integer NOT NULL DEFAULT 0;

-- A code is a campaign of the provider's for a user of the trial's account.
UPDATE trial t SET codes = least(t.used, sent.codes)
FROM (
  SELECT u.account, count(*) AS codes
  FROM campaign c JOIN account a ON a.uuid = c.account JOIN users u ON u.uuid = c."user"
  WHERE c.trial AND a.is_provider GROUP BY u.account
) sent
WHERE sent.account = t.account;

ALTER TABLE trial DROP CONSTRAINT trial_used_check,
  -- Older servers keep to it: they count up to 100, codes included.
  ADD CONSTRAINT trial_used_check CHECK (codes BETWEEN 0 AND used AND used - codes <= 100);
