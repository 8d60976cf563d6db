-- Who uploaded a file: until a record refers to it, it is that person's alone. Null: uploaded by an earlier version.
ALTER TABLE file ADD "user" uuid REFERENCES users ON DELETE SET NULL;

-- Reading and submitting an account's KYC needed no permission before. Where an administrator has chosen the permissions of
-- the person who runs an account (its first active user, else its first), they keep both; its other users with permissions
-- of their own see the state alone until they are given more. Who has the role's permissions has these, too.
UPDATE users u SET ui_permissions = u.ui_permissions || missing.pairs
FROM (
  SELECT DISTINCT ON (o.account) o.uuid, o.ui_permissions FROM users o
  WHERE o.role = 'customer' ORDER BY o.account, o.is_active DESC, o.uuid) owner,
  LATERAL (
    SELECT jsonb_agg(pair) AS pairs
    FROM jsonb_array_elements('[["kyc-list", "get"], ["kyc-submit", "post"]]'::jsonb) pair
    WHERE NOT owner.ui_permissions @> jsonb_build_array(pair)) missing
WHERE u.uuid = owner.uuid AND owner.ui_permissions IS NOT NULL AND missing.pairs IS NOT NULL;
