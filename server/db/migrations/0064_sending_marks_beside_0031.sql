-- Marks by which a database that has gone back to an earlier state is noticed, although it has its identity: a dump restored
-- in place, or a disk put back to a snapshot. A process marks it every few seconds and remembers the newest mark, a worker also
-- on its disk. A database that does not know it has gone back. Times of a trace only grow.
CREATE TABLE sending_mark (
  -- Of a worker's DATA_DIR, or of a process without one.
  trace uuid PRIMARY KEY,
  marked_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
