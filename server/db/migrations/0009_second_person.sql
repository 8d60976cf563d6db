-- Above this many minor units a payment's confirmation or a wallet's adjustment needs a second person; null: none does.
ALTER TABLE provider_setting ADD second_person_above bigint CHECK (second_person_above >= 0);

-- Who confirmed a payment first, where a second person must confirm it too. It stays `pending` until then, also for
-- processes of the version before.
ALTER TABLE payment_reference ADD first_by uuid REFERENCES users, ADD first_at timestamptz,
  ADD CHECK ((first_by IS NULL) = (first_at IS NULL));

-- Who adjusted the balance alone; null where a second person confirmed it. Without a foreign key, which would have to
-- look at every line of the ledger while nobody can write to it.
ALTER TABLE wallet_entry ADD alone uuid;

-- Adjustments that were asked for and need a second person. Only the ledger moves a balance.
CREATE TABLE wallet_adjustment (
  uuid uuid PRIMARY KEY DEFAULT uuid_v7(),
  account uuid NOT NULL REFERENCES account,
  -- Minor units, signed.
  amount bigint NOT NULL CHECK (amount <> 0),
  reason text NOT NULL,
  asked_by uuid NOT NULL REFERENCES users,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'confirmed', 'rejected')),
  decided_by uuid REFERENCES users,
  decided_at timestamptz,
  -- Why it was rejected.
  note text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((status = 'pending') = (decided_by IS NULL)),
  CHECK ((status = 'pending') = (decided_at IS NULL)),
  CHECK (status <> 'confirmed' OR decided_by <> asked_by)
);
CREATE INDEX wallet_adjustment_account ON wallet_adjustment (account, uuid);
CREATE INDEX wallet_adjustment_pending ON wallet_adjustment (uuid) WHERE status = 'pending';
CREATE TRIGGER wallet_adjustment_touch BEFORE UPDATE ON wallet_adjustment
  FOR EACH ROW EXECUTE FUNCTION touch();
