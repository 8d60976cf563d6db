import type { IncomingSms } from '../link/link.ts';
import type { Pdu } from './codec/pdu.ts';
import { contentOf, textOf } from './codec/text.ts';

/** esm_class bits 5 to 2 (SMPP 3.4, 5.2.12): zero is a message, anything else is about one. */
const MESSAGE_TYPE = 0x3c;

/**
 * The address and text of a handset's deliver_sm. Null if it is not a message or not text, and for a part of a longer
 * message, which cannot be a one-word reply.
 */
export function readIncoming(pdu: Pdu): Omit<IncomingSms, 'from'> | null {
  if (((pdu.esm_class ?? 0) & MESSAGE_TYPE) !== 0) return null;
  const { octets, part } = contentOf(pdu);
  const text = octets.length > 0 ? textOf(octets, pdu.data_coding ?? 0) : '';
  if (text === null || (part?.total ?? 1) > 1) return null;
  // What no database can store would be refused, and sent again, for ever.
  return { to: (pdu.destination_addr ?? '').trim(), text: text.replaceAll('\0', '').toWellFormed() };
}
