-- What a reviewer compares: the number of a transfer however its spaces, hyphens and digits are written.
CREATE FUNCTION plain_reference(reference text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT nullif(regexp_replace(lower(translate(reference, '०१२३४५६७८९', '0123456789')), '[-_/.,:;#*()[:space:]]+', '', 'g'), '')
$$;
CREATE INDEX payment_reference_twins ON payment_reference (method, plain_reference(reference))
  WHERE status IN ('pending', 'confirmed') AND reference IS NOT NULL;

-- Payments as the provider's staff read them: with the names behind them, and the other payments that give
-- the same number by the same method, of which one may have been paid twice with one transfer.
CREATE VIEW payment_review AS
  SELECT p.uuid, p.account, a.name AS account_name, u.name AS user_name, p.kind, p.amount, p.method, p.reference,
    p.receipt, p.package_name, p.status, p.reason, d.name AS decided_by, p.decided_at, p.invoice,
    coalesce((
      SELECT jsonb_agg(jsonb_build_object('uuid', o.uuid, 'account_name', o.account_name, 'amount', o.amount,
        'status', o.status, 'created_at', o.created_at) ORDER BY o.status, o.uuid)
      FROM (
        SELECT t.uuid, b.name AS account_name, t.amount, t.status,
          to_char(t.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS created_at
        FROM payment_reference t JOIN account b ON b.uuid = t.account
        WHERE t.method = p.method AND plain_reference(t.reference) = plain_reference(p.reference)
          AND t.reference IS NOT NULL AND t.status IN ('pending', 'confirmed') AND t.uuid <> p.uuid
        ORDER BY t.status, t.uuid LIMIT 5) o), '[]') AS twins,
    p.created_at, p.updated_at
  FROM payment_reference p
  JOIN account a ON a.uuid = p.account
  JOIN users u ON u.uuid = p."user"
  LEFT JOIN users d ON d.uuid = p.decided_by;

-- Letters and digits that look alike on a phone are one: N1CAS1A is read as NICASIA.
CREATE FUNCTION sender_likeness(name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT translate(replace(replace(lower(name), 'rn', 'm'), 'vv', 'w'), 'i0134578926', 'loleastbgzb')
$$;
CREATE INDEX sender_identity_likeness ON sender_identity (sender_likeness(name)) WHERE status <> 'rejected';

-- The queues: what waits, the oldest first.
CREATE INDEX sender_identity_pending ON sender_identity (uuid) WHERE status = 'pending';
CREATE INDEX kyc_pending ON kyc (submitted_at, uuid) WHERE status = 'pending';
