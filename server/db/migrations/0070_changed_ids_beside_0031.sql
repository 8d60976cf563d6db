-- When the notation of an operator's message ids was last changed: ids that were stored before are in the former one.
ALTER TABLE operator_link ADD message_ids_set_at timestamptz;

CREATE FUNCTION note_message_ids() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.message_ids_set_at := now();
  RETURN NEW;
END $$;
CREATE TRIGGER operator_link_ids BEFORE UPDATE OF message_ids ON operator_link FOR EACH ROW
  WHEN (NEW.message_ids IS DISTINCT FROM OLD.message_ids) EXECUTE FUNCTION note_message_ids();
