import { type RawBuilder, sql } from 'kysely';

/**
 * Well-known names in Nepal: only their owners should send under them, or under look-alikes. Reviewers are warned; nothing
 * is refused automatically.
 */
const wellKnown = [
  ...['NTC', 'NEPALTELECOM', 'NAMASTE', 'NCELL', 'SMARTCELL', 'HELLONEPAL', 'WORLDLINK', 'DISHHOME'],
  ...['NRB', 'IRD', 'NEA', 'OCR', 'SSF', 'CIT', 'EPF', 'GOVNEPAL', 'POLICE', 'NEPALPOLICE', 'PSC', 'DOTM'],
  ...['ESEWA', 'KHALTI', 'FONEPAY', 'CONNECTIPS', 'IMEPAY', 'NCHL', 'MEROSHARE', 'CDSC', 'NEPSE'],
  ...['NABIL', 'NICASIA', 'NMB', 'GLOBALIME', 'EVEREST', 'HBL', 'SANIMA', 'KUMARI', 'PRABHU', 'RBB', 'ADBL'],
  ...['NIMB', 'SIDDHARTHA', 'MACHBANK', 'LAXMI', 'PRIME', 'CITIZENS', 'SCBNEPAL', 'NSBI'],
];

/** SQL of the well-known name that `t`'s name resembles; null for none. */
export const imitatedName: RawBuilder<string | null> = sql`(
  SELECT known FROM unnest(${wellKnown}::text[]) AS known
  WHERE sender_likeness(known) = sender_likeness(t.name) LIMIT 1)`;

/** SQL of other accounts' names and requests that resemble `t`'s name; see `senderRequest.similar`. */
export const similarSenders: RawBuilder<unknown> = sql`coalesce((
  SELECT jsonb_agg(jsonb_build_object('uuid', o.uuid, 'name', o.name, 'account_name', o.account_name,
    'status', o.status) ORDER BY o.status, o.uuid)
  FROM (
    SELECT s.uuid, s.name, a.name AS account_name, s.status FROM sender_identity s
    JOIN account a ON a.uuid = s.account
    WHERE sender_likeness(s.name) = sender_likeness(t.name) AND s.status <> 'rejected' AND s.account <> t.account
    ORDER BY s.status, s.uuid LIMIT 5) o), '[]')`;
