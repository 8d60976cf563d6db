-- A report on a link counts for 15 seconds by the clock that there is now: one that a clock of the database wrote while it was
-- ahead is from nobody knows when. A minute, because a report may be later than a transaction that reads it.

-- Made anew without its column `holds`, unused since 0031.
DROP VIEW operator_link_now;
CREATE VIEW operator_link_now AS
SELECT l.uuid AS link, coalesce(best.state, 'unknown') AS state, best.since, best.reason,
  coalesce(sums.in_flight, 0) AS in_flight, coalesce(sums.per_minute, 0) AS per_minute,
  coalesce(sums.workers, 0) AS workers, failed.last_error, failed.last_error_at
FROM operator_link l
LEFT JOIN LATERAL (
  SELECT s.state, s.since, s.reason FROM operator_link_state s
  WHERE s.link = l.uuid AND s.seen_at > now() - interval '15 seconds' AND s.seen_at < now() + interval '1 minute'
  ORDER BY s.state = 'bound' DESC, s.state = 'connecting' DESC, s.since LIMIT 1) best ON true
LEFT JOIN LATERAL (
  SELECT sum(in_flight)::int AS in_flight, sum(per_minute)::int AS per_minute, count(*)::int AS workers
  FROM operator_link_state s
  WHERE s.link = l.uuid AND s.seen_at > now() - interval '15 seconds' AND s.seen_at < now() + interval '1 minute') sums ON true
LEFT JOIN LATERAL (
  SELECT s.last_error, s.last_error_at FROM operator_link_state s
  WHERE s.link = l.uuid AND s.last_error IS NOT NULL ORDER BY s.last_error_at DESC LIMIT 1) failed ON true;
