-- Campaigns of people who do not manage their account's team wait for a colleague who does, above this many recipients a
-- day; null: never.
ALTER TABLE account ADD colleague_approval_above integer CHECK (colleague_approval_above >= 0);

ALTER TABLE campaign
  -- Whether a colleague has to approve it. Null: it counts towards no such limit.
  ADD needs_colleague boolean,
  -- Whether the provider's staff have to. Null: a previous version accepted it, and its status and decision say it.
  ADD needs_staff boolean,
  -- The colleague who approved or rejected it.
  ADD colleague_by uuid REFERENCES users,
  ADD colleague_at timestamptz;

-- How many recipients leave on a day without a colleague's approval, of the campaigns that may need it. As unapproved_day.
CREATE TABLE colleague_day (
  account uuid NOT NULL REFERENCES account,
  day date NOT NULL,
  recipients bigint NOT NULL CHECK (recipients >= 0),
  PRIMARY KEY (account, day)
);
