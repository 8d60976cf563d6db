-- How links of the same priority share an operator's messages: 70 and 30. Null: each sends as fast as it can. An older server
-- sends over both as if there were none.
ALTER TABLE operator_link ADD weight integer CHECK (weight BETWEEN 1 AND 1000);

-- How many messages of an operator each of the links that share them has claimed, since the same links share by the same
-- weights. One row for all of them: it is locked by the claim that counts.
CREATE TABLE link_turn (
  operator text PRIMARY KEY,
  -- The links and their weights.
  members text NOT NULL,
  -- By the link's name.
  claimed jsonb NOT NULL
) WITH (fillfactor = 50);
