import type { PDU } from 'smpp';

/** A message that somebody wrote on a handset. */
export interface IncomingSms {
  /** The writer's phone in E.164, as the operator names it. */
  from: string;
  /** The address that was written to, as the operator names it: a sender's name or a short code. */
  to: string;
  text: string;
}

type IncomingPdu = Pick<
  PDU,
  | 'esm_class'
  | 'destination_addr'
  | 'short_message'
  | 'message_payload'
  | 'data_coding'
  | 'sar_total_segments'
>;

/** esm_class bits 5 to 2 (SMPP 3.4, 5.2.12): all zero is a message, anything else says something of one. */
const MESSAGE_TYPE = 0x3c;
/** Concatenation with a reference of one and of two octets (3GPP TS 23.040, 9.2.3.24.1 and 9.2.3.24.8). */
const CONCATENATION = new Set([0x00, 0x08]);

/**
 * The address and text of a deliver_sm from a handset. The library has decoded the text by its data_coding
 * (0 and 1: GSM 03.38, 3: Latin-1, 8: UCS-2) without its header. Null for what is no message, for octets
 * that are no text, and for one part of a longer message, which is no answer of one word.
 */
export function readIncoming(pdu: IncomingPdu): Omit<IncomingSms, 'from'> | null {
  if (((pdu.esm_class ?? 0) & MESSAGE_TYPE) !== 0) return null;
  const short = contentOf(pdu.short_message);
  const { text, udh } = short.text === '' ? contentOf(pdu.message_payload) : short;
  const parts = udh.find((element) => CONCATENATION.has(element[0] ?? -1))?.at(-2) ?? 1;
  if (text === null || parts > 1 || (pdu.sar_total_segments ?? 1) > 1) return null;
  return { to: (pdu.destination_addr ?? '').trim(), text };
}

function contentOf(value: PDU['short_message']): { text: string | null; udh: readonly Buffer[] } {
  if (value === undefined) return { text: '', udh: [] };
  if (Buffer.isBuffer(value)) return { text: value.length > 0 ? null : '', udh: [] };
  const { message, udh = [] } = value;
  if (typeof message === 'string') return { text: message, udh };
  return { text: message.length > 0 ? null : '', udh };
}
