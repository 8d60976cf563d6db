-- Workers look each second at the receipts that were kept lately, however many older ones belong to no message.
CREATE INDEX receipt_age ON receipt (received_at);
