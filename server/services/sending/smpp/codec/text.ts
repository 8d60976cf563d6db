import { GSM_BASIC, GSM_ESCAPE, GSM_EXTENSION } from '#schema/gsm.ts';
import type { Pdu } from './pdu.ts';

/** esm_class: the message begins with a user data header (SMPP 3.4, 5.2.12). */
export const UDH_INDICATOR = 0x40;
/** data_coding of UCS-2 (5.2.19). */
const UCS2 = 8;

type MessagePdu = Pick<
  Pdu,
  | 'esm_class'
  | 'short_message'
  | 'message_payload'
  | 'sar_msg_ref_num'
  | 'sar_total_segments'
  | 'sar_segment_seqnum'
>;

export interface MessageContent {
  /** Without the user data header. */
  octets: Buffer;
  /** If it is a part of a longer message. */
  part: { reference: number; total: number; number: number } | null;
}

const EMPTY = Buffer.alloc(0);
/**
 * Concatenation with a reference of one octet and of two (3GPP TS 23.040, 9.2.3.24.1 and 9.2.3.24.8), and their lengths.
 */
const CONCATENATION = new Map([
  [0x00, 3],
  [0x08, 4],
]);

/** A message's content, from short_message or message_payload, and which part it is, by its header or sar_ parameters. */
export function contentOf(pdu: MessagePdu): MessageContent {
  const short = pdu.short_message ?? EMPTY;
  const octets = short.length > 0 ? short : (pdu.message_payload ?? EMPTY);
  const bodyAt = ((pdu.esm_class ?? 0) & UDH_INDICATOR) === 0 ? 0 : 1 + (octets[0] ?? 0);
  // The indicator without a header: then everything is the message.
  if (bodyAt > 0 && bodyAt <= octets.length)
    return { octets: octets.subarray(bodyAt), part: partOf(octets.subarray(1, bodyAt)) ?? sarPart(pdu) };
  return { octets, part: sarPart(pdu) };
}

/** Parses the information elements of a header (9.2.3.24): each an identifier, a length and that many octets. */
function partOf(header: Buffer): MessageContent['part'] {
  for (let at = 0; at + 2 <= header.length; at += 2 + (header[at + 1] as number)) {
    const length = CONCATENATION.get(header[at] as number);
    const end = at + 2 + (header[at + 1] as number);
    if (length === undefined || length !== header[at + 1] || end > header.length) continue;
    return {
      reference: header.readUIntBE(at + 2, length - 2),
      total: header[end - 2] as number,
      number: header[end - 1] as number,
    };
  }
  return null;
}

function sarPart({
  sar_msg_ref_num: reference = 0,
  sar_total_segments: total = 0,
  sar_segment_seqnum: number = 0,
}: MessagePdu): MessageContent['part'] {
  return total > 0 ? { reference, total, number } : null;
}

const EXTENDED = new Map(Object.entries(GSM_EXTENSION).map(([char, septet]) => [septet, char]));

function gsmText(octets: Buffer): string {
  let text = '';
  for (let i = 0; i < octets.length; i++) {
    const octet = octets[i] as number;
    if (octet !== GSM_ESCAPE) text += GSM_BASIC[octet] ?? '\ufffd';
    // Missing entries fall back to the main table (3GPP TS 23.038, 6.2.1.1).
    else if (++i < octets.length)
      text += EXTENDED.get(octets[i] as number) ?? GSM_BASIC[octets[i] as number] ?? '\ufffd';
  }
  return text;
}

/** High octet first (SMPP 3.4, 5.2.19). */
export const ucs2Octets = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();

/** Without a last octet that is half of a character. */
const ucs2Text = (octets: Buffer): string =>
  Buffer.from(octets.subarray(0, octets.length & ~1))
    .swap16()
    .toString('utf16le');

/**
 * Decodes a message's octets by its data_coding (SMPP 3.4, 5.2.19; from 0x10 on 3GPP TS 23.038, 4: a class, and the
 * alphabet in two bits). Null for octets that are not text, or in an unsupported alphabet.
 */
export function textOf(octets: Buffer, dataCoding: number): string | null {
  switch (alphabetOf(dataCoding)) {
    case 'GSM':
      return gsmText(octets);
    case 'Latin-1':
      return octets.toString('latin1');
    case 'UCS-2':
      return ucs2Text(octets);
    default:
      return null;
  }
}

function alphabetOf(dataCoding: number): 'GSM' | 'Latin-1' | 'UCS-2' | null {
  if (dataCoding === 0) return 'GSM';
  if (dataCoding === 1 || dataCoding === 3) return 'Latin-1';
  if (dataCoding === UCS2) return 'UCS-2';
  // 0001xxxx: not compressed, with a class; 1111xxxx: the same with one bit for the alphabet.
  if (dataCoding >> 4 === 1) return (['GSM', null, 'UCS-2', null] as const)[(dataCoding >> 2) & 3] ?? null;
  return dataCoding >> 4 === 15 && (dataCoding & 4) === 0 ? 'GSM' : null;
}
