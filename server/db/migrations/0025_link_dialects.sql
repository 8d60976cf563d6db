-- How an operator wants to be spoken to; the words are told at schema/operatorLink.ts.
ALTER TABLE operator_link
  ADD bind_mode text NOT NULL DEFAULT 'transceiver' CHECK (bind_mode IN ('transceiver', 'separate')),
  ADD long_messages text NOT NULL DEFAULT 'udh' CHECK (long_messages IN ('udh', 'payload', 'sar')),
  ADD message_ids text NOT NULL DEFAULT 'same'
    CHECK (message_ids IN ('same', 'decimal', 'hex', 'hex_decimal', 'decimal_hex')),
  -- With TLS: certificates in PEM to trust in place of the system's, and the name that the operator's must have in
  -- place of the host. Empty: the system's, and the host.
  ADD tls_ca text NOT NULL DEFAULT '',
  ADD tls_name text NOT NULL DEFAULT '';

-- Since when an operator takes nothing because it asks for a slower pace: other links take over then.
ALTER TABLE operator_link_state ADD throttled_since timestamptz;
