-- Wrong codes of the authenticator app must not lock out recovery codes: each kind is counted by itself.
ALTER TABLE two_factor ADD recovery_tries timestamptz[] NOT NULL DEFAULT '{}';

-- Minutes without a request after which a session ends, for staff and for customers; null: its 20 hours end it.
-- SESSION_IDLE_MINUTES of a process makes it no longer than that.
ALTER TABLE provider_setting
  ADD staff_idle_minutes integer DEFAULT 60 CHECK (staff_idle_minutes BETWEEN 5 AND 1200),
  ADD customer_idle_minutes integer CHECK (customer_idle_minutes BETWEEN 5 AND 1200);
