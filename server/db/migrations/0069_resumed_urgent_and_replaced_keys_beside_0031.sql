-- Recipients of a campaign that were sent before its day: it was paused, and resumed on a later one. The limit of urgent
-- messages counts the rest there. Older servers count all of them.
ALTER TABLE campaign ADD sent_before integer NOT NULL DEFAULT 0;
