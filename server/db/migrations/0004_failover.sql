-- A failover to a standby that was behind, or a restored backup, takes the database back in time: messages that the
-- operator has are queued again, and accepted campaigns are gone. Sending goes on only in the database that it began in,
-- until every process has compared what it remembers with what is there (docs/adr/0010).

-- The database, and when its server started: for every claim. A standby, a restored backup and a restarted server have
-- another one.
CREATE FUNCTION database_start() RETURNS text STABLE LANGUAGE sql AS $$
  SELECT oid || ' ' || extract(epoch FROM pg_postmaster_start_time()) FROM pg_database WHERE datname = current_database()
$$;

-- The same with the cluster before it, which a restart leaves as it is and a promotion or a restore does not. A role that
-- may ask for neither the system's identifier nor the timeline gets '-' for the cluster.
CREATE FUNCTION database_identity() RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  cluster text := '-';
BEGIN
  BEGIN
    cluster := left(pg_walfile_name(pg_current_wal_lsn()), 8);
    SELECT cluster || '/' || system_identifier INTO cluster FROM pg_control_system();
  EXCEPTION WHEN insufficient_privilege OR undefined_function OR feature_not_supported THEN
    NULL; -- what is known already is kept
  END;
  RETURN cluster || ' ' || database_start();
END $$;

-- Where messages may be claimed; null until the first process starts.
CREATE TABLE sending_database (
  only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
  identity text
);
INSERT INTO sending_database DEFAULT VALUES;

-- The processes of the server that run, or did when they were last seen.
CREATE TABLE server_process (
  uuid uuid PRIMARY KEY,
  role text NOT NULL,
  host text NOT NULL,
  pid integer NOT NULL,
  -- The database that it last compared its memory with.
  checked_identity text,
  seen_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE failover (
  uuid uuid PRIMARY KEY DEFAULT uuid_v7(),
  identity text NOT NULL,
  -- Another cluster: a promoted standby or a restored backup. False: the same one was restarted.
  is_other_cluster boolean NOT NULL,
  -- The processes that ran before, each of which has to compare.
  processes uuid[] NOT NULL,
  -- Messages that had been handed to an operator, which the database did not know. They are unknown now.
  messages integer NOT NULL DEFAULT 0,
  -- The oldest that a process remembers is lost already: there may be more.
  is_beyond_memory boolean NOT NULL DEFAULT false,
  noticed_at timestamptz NOT NULL DEFAULT now(),
  resumed_at timestamptz,
  resumed_by uuid REFERENCES users
);
CREATE UNIQUE INDEX failover_open ON failover ((true)) WHERE resumed_at IS NULL;

-- Campaigns that were accepted, or of which messages were sent, and that are not there any more.
CREATE TABLE failover_campaign (
  failover uuid NOT NULL REFERENCES failover ON DELETE CASCADE,
  campaign uuid NOT NULL,
  account uuid,
  name text,
  recipients integer,
  cost bigint,
  accepted_at timestamptz,
  -- Messages of it that an operator has.
  handed integer NOT NULL DEFAULT 0,
  PRIMARY KEY (failover, campaign)
);

-- Messages that an operator has and that wait in the queue, or are to be made of the plan again. Removed when they are
-- unknown.
CREATE TABLE failover_message (
  failover uuid NOT NULL REFERENCES failover ON DELETE CASCADE,
  campaign uuid NOT NULL,
  phone text NOT NULL,
  link text NOT NULL,
  handed_at timestamptz NOT NULL,
  PRIMARY KEY (campaign, phone)
);
