-- Workers that keep a journal of what they have in hand on their host's disk (docs/adr/0012). When one dies, the others
-- leave its messages for a while to whoever can read it.
CREATE TABLE worker_journal (
  worker bigint PRIMARY KEY,
  -- Of the database that it sends for (database_identity()): after a failover a journal tells nothing of what is in hand.
  identity text NOT NULL,
  opened_at timestamptz NOT NULL DEFAULT now()
);
