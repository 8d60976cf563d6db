-- The server may run as a role that owns nothing here (deploy/roles.sql, docs/deploy.md): what only an owner may do with
-- tables, it does by functions of the owner's. The append-only tables keep their rows from TRUNCATE, too, which no
-- trigger for rows sees.

CREATE TRIGGER wallet_entry_keep_all BEFORE TRUNCATE ON wallet_entry
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER invoice_keep_all BEFORE TRUNCATE ON invoice
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER kyc_decision_keep_all BEFORE TRUNCATE ON kyc_decision
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Takes a month of messages out of the lists.
CREATE FUNCTION detach_message_month(month text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  IF month !~ '^message_\d{4}_\d{2}$' THEN
    RAISE EXCEPTION '% is no month of messages', month;
  END IF;
  EXECUTE format('ALTER TABLE message DETACH PARTITION %I', month);
  EXECUTE format('ALTER TABLE message_part DETACH PARTITION %I', replace(month, 'message', 'message_part'));
END $$;

-- Removes a month that is out of the lists.
CREATE FUNCTION drop_message_month(month text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  IF month !~ '^message_\d{4}_\d{2}$' OR (SELECT relispartition FROM pg_class WHERE oid = to_regclass(month)) THEN
    RAISE EXCEPTION '% is no month of messages that was taken out of the lists', month;
  END IF;
  EXECUTE format('DROP TABLE %I, %I', month, replace(month, 'message', 'message_part'));
END $$;

ALTER FUNCTION add_message_month(date) SECURITY DEFINER;

-- What runs with the owner's rights finds its tables here and nowhere else, and is for whom the owner names.
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['add_message_month(date)', 'detach_message_month(text)', 'drop_message_month(text)'] LOOP
    EXECUTE format('ALTER FUNCTION %s SET search_path = %I, pg_temp', name, current_schema());
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', name);
  END LOOP;
END $$;
