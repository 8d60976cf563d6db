-- Two records of one millisecond, such as two entries of the audit log by one request, are in the order in
-- which they were made: the 12 bits after the milliseconds are the rest of the time, not random (RFC 9562,
-- section 6.2, method 3; PostgreSQL 18 does the same).
CREATE OR REPLACE FUNCTION uuid_v7(at timestamptz DEFAULT clock_timestamp()) RETURNS uuid
LANGUAGE sql VOLATILE PARALLEL SAFE AS $$
  -- 60 bits of time in units of 1/4096 ms, with the version in between; `at` stands once, or it is not inlined.
  SELECT overlay(
    lpad(to_hex((date_part('epoch', at) * 1000000)::bigint * 512 / 125), 15, '0') || substr(gen_random_uuid()::text, 19)
    PLACING '7' FROM 13 FOR 0)::uuid
$$;
