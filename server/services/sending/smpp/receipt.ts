import type { Receipt, ReceiptStatus } from '../link/link.ts';
import { statusOfWord } from '../link/receiptWords.ts';
import type { Pdu } from './codec/pdu.ts';
import { contentOf } from './codec/text.ts';

/** The operator's message id is exactly as written: hexadecimal or decimal, with leading zeros. */
export type ParsedReceipt = Omit<Receipt, 'source'>;

export type ReceiptPdu = Pick<
  Pdu,
  | 'esm_class'
  | 'short_message'
  | 'message_payload'
  | 'receipted_message_id'
  | 'message_state'
  | 'network_error_code'
>;

/** esm_class bits 5 to 2 (SMPP 3.4, 5.2.12): a receipt, or an intermediate notification. */
const MESSAGE_TYPE = 0x3c;
/** An SME's delivery acknowledgement, in which some operators send receipts; handsets cannot set it. */
const ACKNOWLEDGEMENT = 0x08;
const RECEIPT_TYPES = new Set([0x04, ACKNOWLEDGEMENT, 0x20]);

/** The message_state TLV (5.2.28); 0 and 9 are from SMPP 5.0. */
const STATES: readonly ReceiptStatus[] = [
  'pending', // SCHEDULED
  'pending', // ENROUTE
  'delivered',
  'expired',
  'undelivered', // DELETED
  'undelivered', // UNDELIVERABLE
  'pending', // ACCEPTED
  'unknown', // UNKNOWN: see link/receiptWords.ts
  'rejected',
  'undelivered', // SKIPPED
];

/**
 * What a deliver_sm says about a submitted message, or null if it is not a delivery receipt (a message from a handset) or
 * names no message. The TLVs receipted_message_id and message_state take precedence over the text `id:... stat:... err:...`
 * of Appendix B, whose fields may be in any case and order and may be missing.
 *
 * `pending` is an intermediate notification, with the final receipt to come; `unknown` is a receipt without a meaningful
 * state: the message waits for another receipt. The text alone does not make a receipt without the esm_class bit: anyone
 * can type `id:1 stat:DELIVRD` on a handset.
 */
export function parseReceipt(pdu: ReceiptPdu): ParsedReceipt | null {
  const tlvId = cleanId(pdu.receipted_message_id);
  const byTlv = tlvId !== '' && pdu.message_state !== undefined;
  if (!byTlv && !RECEIPT_TYPES.has((pdu.esm_class ?? 0) & MESSAGE_TYPE)) return null;

  const head = headOf(receiptText(pdu));
  const operatorId = tlvId || field(head, 'id');
  if (!operatorId) return null;
  const status =
    pdu.message_state === undefined
      ? statusOfWord(field(head, 'stat'))
      : (STATES[pdu.message_state] ?? 'unknown');
  const codes = [field(head, 'err'), networkError(pdu.network_error_code)];
  return { operatorId, status, error: codes.find((code) => !/^(0x)?0*$/i.test(code)) ?? null };
}

/** Up to the first character that is not printable ASCII, because an id is stored and logged. */
const cleanId = (id: string | undefined): string => /^[\x20-\x7e]*/.exec(id ?? '')?.[0].trim() ?? '';

/** Without what follows `text:`, which quotes the message and could contain anything. */
const headOf = (text: string): string => text.split(/(?:^|[\s;,])text\s*:/i, 1)[0] ?? '';

/** How the next field begins: an empty `id:` must not take `sub:001` for its value. */
const NEXT = '(?:sub|dlvrd|submit\\s?date|done\\s?date|stat|err)\\s*:';

/** Without the signs that may follow it; a colon can be part of an id. */
function field(head: string, name: string): string {
  return new RegExp(`(?:^|[\\s;,])${name}\\s*:\\s*(?!${NEXT})([^\\s;,]+)`, 'i').exec(head)?.[1] ?? '';
}

/** network_error_code (5.3.2.31): the network's type in one octet, then its code in two. */
const networkError = (tlv: Buffer | undefined): string =>
  tlv && tlv.length >= 3 ? String(tlv.readUInt16BE(1)) : '';

/** UCS-2 of ASCII letters has a NUL beside each; the quoted message may have others. */
const WIDE = 1 / 4;

/**
 * Operators write receipts in ASCII; the GSM alphabet would change their _, @ and [. Some write UCS-2, and some repeat the
 * data_coding of the message instead of telling their own, so the octets show which it is. Without control characters: some
 * count the NUL after their text, which no database can store.
 */
function receiptText(pdu: ReceiptPdu): string {
  const text = contentOf(pdu).octets.toString('latin1');
  const narrow = text.replaceAll('\0', '');
  const isWide = text.length - narrow.length > text.length * WIDE;
  return (isWide ? narrow.replace(/^(?:\xfe\xff|\xff\xfe)/, '') : text).replace(/\p{Cc}/gu, ' ');
}
