-- Long lists whose rows come and go one by one are counted in parts of about a thousand rows, in each of their orders.
-- A page by its number starts at the part that it is in (services/platform/listParts.ts, docs/adr/0006).

CREATE TABLE list_part (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  entity text NOT NULL,
  account uuid NOT NULL,
  -- `created_at`, or the column that a list is sorted by.
  ordering text NOT NULL,
  -- Where the part begins: a row's value and uuid. The first begins before every row; by age only the uuid counts.
  key text NOT NULL,
  uuid uuid NOT NULL,
  rows bigint NOT NULL
);
CREATE INDEX list_part_place ON list_part (entity, account, ordering, key, uuid);
-- The order of a contact's phone.
CREATE INDEX list_part_phone ON list_part (entity, account, ordering, key COLLATE "C", uuid) WHERE ordering = 'phone';

-- Changes of `rows` that are not added yet. Transactions only append, so none waits for another. `gone`: the row at which
-- the part begins is no longer there.
CREATE TABLE list_part_change (
  entity text NOT NULL,
  account uuid NOT NULL,
  part bigint NOT NULL,
  n integer NOT NULL,
  gone boolean NOT NULL
);
CREATE INDEX list_part_change_account ON list_part_change (entity, account);

CREATE TYPE list_change AS (account uuid, ordering text, key text, uuid uuid, n integer);

-- The lock of an account's parts: shared by writers of its rows, exclusive where parts are made. Of 64, because a
-- statement may write rows of many accounts.
CREATE FUNCTION list_part_lock(account uuid) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT hashtext(account::text) & 63
$$;

-- Of these accounts, those whose rows are counted in parts; no parts are made until the transaction ends.
CREATE FUNCTION accounts_in_parts(of_entity text, accounts uuid[]) RETURNS uuid[] LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtext('list_part ' || of_entity), key)
  FROM (SELECT DISTINCT list_part_lock(a) AS key FROM unnest(accounts) a ORDER BY 1) keys;
  -- After the lock, with a snapshot of its own: it sees parts that were just made.
  RETURN ARRAY(SELECT a FROM unnest(accounts) a
    WHERE EXISTS (SELECT FROM list_part p WHERE p.entity = of_entity AND p.account = a));
END $$;

-- Counts changes. After many at once the parts are made anew: placing every row would cost as much as writing it.
CREATE FUNCTION note_list_changes(of_entity text, accounts uuid[], changes list_change[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF cardinality(changes) > 1500 THEN
    DELETE FROM list_part WHERE entity = of_entity AND account = ANY(accounts);
    RETURN;
  END IF;
  INSERT INTO list_part_change (entity, account, part, n, gone)
  SELECT of_entity, c.account, p.id, sum(c.n), bool_or(c.n < 0 AND p.uuid = c.uuid)
  FROM unnest(changes) c CROSS JOIN LATERAL (
    (SELECT id, uuid FROM list_part p
     WHERE c.ordering <> 'phone' AND entity = of_entity AND p.account = c.account AND p.ordering = c.ordering
       AND (p.key, p.uuid) <= (c.key, c.uuid)
     ORDER BY p.key DESC, p.uuid DESC LIMIT 1)
    UNION ALL
    (SELECT id, uuid FROM list_part p
     WHERE c.ordering = 'phone' AND entity = of_entity AND p.account = c.account AND p.ordering = 'phone'
       AND (p.key COLLATE "C", p.uuid) <= (c.key COLLATE "C", c.uuid)
     ORDER BY p.key COLLATE "C" DESC, p.uuid DESC LIMIT 1)) p
  GROUP BY c.account, p.id HAVING sum(c.n) <> 0 OR bool_or(c.n < 0 AND p.uuid = c.uuid);
END $$;

CREATE FUNCTION count_contact_parts() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  accounts uuid[];
  changes list_change[];
BEGIN
  IF TG_OP = 'DELETE' THEN
    accounts := ARRAY(SELECT DISTINCT account FROM removed);
  ELSE
    accounts := ARRAY(SELECT DISTINCT account FROM added);
  END IF;
  accounts := accounts_in_parts('contact', accounts);
  IF cardinality(accounts) = 0 THEN
    RETURN NULL;
  END IF;
  IF TG_OP = 'INSERT' THEN
    changes := ARRAY(
      SELECT (c.account, o.ordering, o.key, c.uuid, 1)::list_change
      FROM (SELECT * FROM added WHERE account = ANY(accounts) LIMIT 501) c,
        LATERAL (VALUES ('created_at', ''), ('name', c.name), ('phone', c.phone)) o(ordering, key));
  ELSIF TG_OP = 'DELETE' THEN
    changes := ARRAY(
      SELECT (c.account, o.ordering, o.key, c.uuid, -1)::list_change
      FROM (SELECT * FROM removed WHERE account = ANY(accounts) LIMIT 501) c,
        LATERAL (VALUES ('created_at', ''), ('name', c.name), ('phone', c.phone)) o(ordering, key));
  ELSE
    changes := ARRAY(
      SELECT (c.account, o.ordering, o.key, c.uuid, o.n)::list_change
      FROM (
        SELECT a.account, a.uuid, r.name AS old_name, a.name, r.phone AS old_phone, a.phone
        FROM added a JOIN removed r USING (account, uuid)
        WHERE account = ANY(accounts) AND (a.name <> r.name OR a.phone <> r.phone) LIMIT 751) c,
        LATERAL (VALUES ('name', c.old_name, -1), ('name', c.name, 1), ('phone', c.old_phone, -1), ('phone', c.phone, 1))
          o(ordering, key, n)
      WHERE (o.ordering = 'name' AND c.name <> c.old_name) OR (o.ordering = 'phone' AND c.phone <> c.old_phone));
  END IF;
  PERFORM note_list_changes('contact', accounts, changes);
  RETURN NULL;
END $$;
CREATE TRIGGER contact_parts_in AFTER INSERT ON contact REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_contact_parts();
CREATE TRIGGER contact_parts_out AFTER DELETE ON contact REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION count_contact_parts();
CREATE TRIGGER contact_parts_change AFTER UPDATE ON contact REFERENCING OLD TABLE AS removed NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_contact_parts();
