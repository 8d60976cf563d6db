-- An answer that is given again is the same to the byte: jsonb would put its fields in another order.
ALTER TABLE idempotency_key ALTER COLUMN answer TYPE json;

-- Two workers whose batches are of the same accounts count their rows in one order, so that neither waits for
-- the other while the other waits for it.
CREATE OR REPLACE FUNCTION count_rows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO row_count AS c (account, entity, n)
  SELECT account, TG_TABLE_NAME, CASE TG_OP WHEN 'INSERT' THEN count(*) ELSE -count(*) END
  FROM changed GROUP BY account ORDER BY account
  ON CONFLICT (account, entity) DO UPDATE SET n = c.n + excluded.n;
  RETURN NULL;
END $$;
