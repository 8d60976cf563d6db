-- Sent before everything else: a code or an alert to a few.
ALTER TABLE campaign ADD COLUMN urgent boolean NOT NULL DEFAULT false;

-- What a worker may use of its link's window and rate (parts per second; null: without a limit), and of the window
-- also what it has unanswered beyond that. Over all workers together they are never more than the link's.
ALTER TABLE operator_link_state
  ADD COLUMN window_share integer NOT NULL DEFAULT 0,
  ADD COLUMN rate_share double precision DEFAULT 0;
