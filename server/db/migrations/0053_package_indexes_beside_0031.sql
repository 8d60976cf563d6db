-- What was sold of each package for sale, and whether one may be deleted: each read all payments and all packages of accounts.
CREATE INDEX payment_reference_package ON payment_reference (package) WHERE package IS NOT NULL;
CREATE INDEX account_package_package ON account_package (package) WHERE package IS NOT NULL;
-- Staff's ledger of one campaign.
CREATE INDEX wallet_entry_campaign ON wallet_entry (campaign, uuid) WHERE campaign IS NOT NULL;
