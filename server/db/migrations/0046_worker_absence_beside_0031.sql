-- How long workers have looked in vain for one that has messages in flight: the next one goes on counting when they die too.
-- Unlogged, so that a look waits for no standby. After a crash or a failover it is empty, and the time begins anew: nobody
-- could return meanwhile.
CREATE UNLOGGED TABLE worker_absence (
  worker bigint PRIMARY KEY,
  missed_ms integer NOT NULL DEFAULT 0,
  looked_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
