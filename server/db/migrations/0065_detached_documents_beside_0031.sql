-- A document that no record refers to any more is deleted as an upload that none ever used: some days after it was replaced or
-- withdrawn, not after it was uploaded. An older server's housekeeping deletes it at once.
ALTER TABLE file ADD detached_at timestamptz;

-- Those that were replaced or withdrawn until now. The statement above keeps others from attaching one meanwhile.
UPDATE file f SET attached = false, detached_at = now()
WHERE f.attached AND NOT EXISTS (
  SELECT FROM (
    SELECT document_front FROM kyc
    UNION ALL SELECT document_back FROM kyc
    UNION ALL SELECT photo FROM kyc
    UNION ALL SELECT pan_certificate FROM kyc
    UNION ALL SELECT receipt FROM payment_reference
    UNION ALL SELECT document FROM sender_identity
    UNION ALL SELECT document FROM sender_approval) AS used (uuid)
  WHERE used.uuid = f.uuid);

-- What an account has uploaded and does not use is added up before each upload.
CREATE INDEX file_unattached_account ON file (account) WHERE NOT attached;
