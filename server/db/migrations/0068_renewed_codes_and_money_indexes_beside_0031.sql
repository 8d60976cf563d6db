-- Closing a month adds up what moved a wallet otherwise than by campaigns, whose entries are nearly all of them.
CREATE INDEX wallet_entry_money ON wallet_entry (account, uuid) WHERE kind IN ('opening', 'topup', 'package', 'adjustment');
