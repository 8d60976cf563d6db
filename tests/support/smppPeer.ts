import type { PduFields } from 'smpp';
import smpp from 'smpp';
import { decodePdu, type Pdu } from '../../server/services/sending/smpp/codec/pdu.ts';

/** Our parser's result for a PDU's octets. */
export function decoded(octets: Buffer): Pdu {
  const pdu = decodePdu(octets);
  if (!pdu) throw new Error('less than a header');
  return pdu;
}

/** Our parser reads what npm smpp writes, an SMPP implementation that is not ours. */
export const readBack = (command: string, fields: PduFields = {}): Pdu =>
  decoded(new smpp.PDU(command, fields).toBuffer());
