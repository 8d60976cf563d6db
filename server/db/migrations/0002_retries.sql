-- Retries of failed messages form a chain, so that nobody who got the message is sent it again (services/sending/retries.ts).

-- The campaign whose failed recipients it is sent to again.
ALTER TABLE campaign ADD COLUMN retry_of uuid REFERENCES campaign;

-- Retries that are there already: the audit log knows which they are. Which campaign was retried is told by the plan's
-- hash of sender, text and recipients (services/plan.ts, hashOf).
UPDATE campaign r SET retry_of = o.uuid
FROM audit_entry a, plan p, campaign o, sender_identity s
WHERE a.action = 'retry' AND a.entity = 'admin/campaigns' AND a.record = r.uuid AND p.uuid = r.plan
  AND o.account = r.account AND o.body = r.body AND o.uuid < r.uuid
  AND s.account = r.account AND s.name = r.sender
  AND p.request_hash = sha256(convert_to(
    format('["%s",%s,{"failed_of":"%s"}]', s.uuid, to_json(o.body), o.uuid), 'UTF8'));

-- A chain is followed downwards, newest retry first.
CREATE INDEX campaign_retry ON campaign (retry_of, uuid) WHERE retry_of IS NOT NULL;
