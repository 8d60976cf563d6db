-- The dashboards read all mail for the failed of a day, and all reviews for the times that the newest took.
CREATE INDEX mail_failed ON mail (failed_at) WHERE failed_at IS NOT NULL;
CREATE INDEX kyc_decision_decided ON kyc_decision (decided_at);
CREATE INDEX sender_identity_decided ON sender_identity (decided_at) WHERE decided_at IS NOT NULL;
-- Online payments are confirmed by nobody.
CREATE INDEX payment_reference_decided ON payment_reference (decided_at) WHERE decided_by IS NOT NULL;
