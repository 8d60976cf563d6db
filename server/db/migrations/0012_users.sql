-- The provider's own account holds its staff, every other one customers. The reference below keeps it so,
-- whoever writes: two requests at once cannot put a customer among the staff.
ALTER TABLE account ADD COLUMN is_provider boolean NOT NULL DEFAULT false;
UPDATE account SET is_provider = true
WHERE EXISTS (SELECT FROM users u WHERE u.account = account.uuid AND u.role <> 'customer');
ALTER TABLE account ADD CONSTRAINT account_kind UNIQUE (uuid, is_provider);

ALTER TABLE users
  -- Whether nobody has chosen a password yet: the user was invited by mail.
  ADD COLUMN is_invited boolean NOT NULL DEFAULT false,
  ADD COLUMN is_staff boolean NOT NULL GENERATED ALWAYS AS (role <> 'customer') STORED;
-- Not validated: a database whose users were mixed by hand still starts, and mixes no more.
ALTER TABLE users ADD CONSTRAINT users_account_kind FOREIGN KEY (account, is_staff)
  REFERENCES account (uuid, is_provider) NOT VALID;

CREATE INDEX users_account ON users (account, uuid);
CREATE INDEX users_name_search ON users USING gin (name gin_trgm_ops);
CREATE INDEX users_email_search ON users USING gin (email gin_trgm_ops);
CREATE INDEX users_phone ON users (phone text_pattern_ops) WHERE phone IS NOT NULL;

-- Totals of the list, as every list has them.
CREATE TRIGGER users_count_in AFTER INSERT ON users REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_rows();
CREATE TRIGGER users_count_out AFTER DELETE ON users REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_rows();
INSERT INTO row_count (account, entity, n) SELECT account, 'users', count(*) FROM users GROUP BY account;

-- A session in which a member of staff is signed in as a customer. It hangs on the session that it was
-- started from, and so ends whenever that one does, for whatever reason.
ALTER TABLE token
  ADD COLUMN actor uuid REFERENCES users ON DELETE CASCADE,
  ADD COLUMN started_from uuid REFERENCES token (uuid) ON DELETE CASCADE,
  ADD COLUMN reason text,
  ADD CONSTRAINT token_acting CHECK (num_nulls(actor, started_from, reason) IN (0, 3));
CREATE INDEX token_actor ON token (actor) WHERE actor IS NOT NULL;
CREATE INDEX token_started_from ON token (started_from) WHERE started_from IS NOT NULL;

-- Such a session ends in many ways: its actor returns, the customer ends it, its hour is over, the actor's own
-- session ends. The log has the end of each, because the row itself writes it.
CREATE FUNCTION log_end_of_acting() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO audit_entry (actor, actor_name, actor_email, acting_as, account, action, entity, record, title, after)
  SELECT OLD.actor, s.name, s.email, OLD."user", c.account, 'sign-in-as-end', 'users', OLD."user", c.name,
    jsonb_build_object('session', OLD.uuid, 'reason', OLD.reason, 'started_at', OLD.created_at,
      'expired', OLD.expires_at <= now())
  FROM (SELECT 1) one
    LEFT JOIN users s ON s.uuid = OLD.actor LEFT JOIN users c ON c.uuid = OLD."user";
  RETURN NULL;
END $$;
CREATE TRIGGER token_end_of_acting AFTER DELETE ON token
  FOR EACH ROW WHEN (OLD.actor IS NOT NULL) EXECUTE FUNCTION log_end_of_acting();
