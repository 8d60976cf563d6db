-- Recipients of a campaign that were sent before its day: it was paused, and resumed on a later one. The limit of urgent
-- messages counts the rest there. Older servers count all of them.
ALTER TABLE campaign ADD sent_before integer NOT NULL DEFAULT 0;

-- An online payment that was open when its service's key could not be decrypted and was replaced: the new key may be another
-- merchant's, who does not know it.
ALTER TABLE online_payment DROP CONSTRAINT online_payment_note_check, ADD CONSTRAINT online_payment_note_check
  -- Older servers keep to it: they write fewer notes.
  CHECK (note IN ('amount_differs', 'transaction_used', 'paid_after_end', 'unsettled', 'key_replaced'));

-- They would end such a payment as never made. While one runs, no key is replaced under open payments.
ALTER TABLE server_process ADD knows_replaced_keys boolean NOT NULL DEFAULT false;
