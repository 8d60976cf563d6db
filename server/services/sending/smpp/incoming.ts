import type { Pdu } from './codec/pdu.ts';
import { contentOf, textOf } from './codec/text.ts';

/** A message that somebody wrote on a handset. */
export interface IncomingSms {
  /** The writer's phone in E.164, as the operator names it. */
  from: string;
  /** The address that was written to, as the operator names it: a sender's name or a short code. */
  to: string;
  text: string;
}

/** esm_class bits 5 to 2 (SMPP 3.4, 5.2.12): all zero is a message, anything else says something of one. */
const MESSAGE_TYPE = 0x3c;

/**
 * The address and text of a deliver_sm from a handset. Null for what is no message, for octets that are no text, and
 * for one part of a longer message, which is no answer of one word.
 */
export function readIncoming(pdu: Pdu): Omit<IncomingSms, 'from'> | null {
  if (((pdu.esm_class ?? 0) & MESSAGE_TYPE) !== 0) return null;
  const { octets, part } = contentOf(pdu);
  const text = octets.length > 0 ? textOf(octets, pdu.data_coding ?? 0) : '';
  if (text === null || (part?.total ?? 1) > 1) return null;
  return { to: (pdu.destination_addr ?? '').trim(), text };
}
