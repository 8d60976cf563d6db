import { randomInt } from 'node:crypto';
import type { OutgoingSms } from '../link/link.ts';
import { INTERNATIONAL, NATIONAL, withoutNepal } from '../link/phoneOf.ts';
import type { OutgoingPdu } from './codec/pdu.ts';
import { UDH_INDICATOR } from './codec/text.ts';
import { cutSms, encodeSms } from './encode.ts';
import type { LongMessages } from './settings.ts';

/** One SMPP address: type of number and numbering plan (SMPP 3.4, 5.2.5 and 5.2.6) and the number itself. */
interface Address {
  ton: number;
  npi: number;
  addr: string;
}

const ALPHANUMERIC = 5;
/** ISDN, the plan of telephone numbers (E.164). */
const ISDN = 1;
/** An address field holds 21 octets with its final NUL (4.4.1). */
const LONGEST = 20;
const SHORT_CODE = 8;
/** The longest sender ID; what is longer has a calling code. */
const LONGEST_NATIONAL = 11;

/** A message, or a part of one, as written (SMPP 3.4, 4.4.1). */
export type Submit = OutgoingPdu & { command: 'submit_sm' };

/** An E.164 recipient (+977...) as international digits; null if it is not one. */
function destinationOf(phone: string): Address | null {
  const digits = /^\+(\d{6,15})$/.exec(phone)?.[1];
  return digits ? { ton: INTERNATIONAL, npi: ISDN, addr: digits } : null;
}

/** The type of a sender's number, which has no + unless it is international. A short code's is left to the operator. */
function typeOf(digits: string): number {
  if (digits.length <= SHORT_CODE) return 0;
  // Otherwise phones would show 9801234567 as +98 01234567.
  return digits.length <= LONGEST_NATIONAL && withoutNepal(digits) === digits ? NATIONAL : INTERNATIONAL;
}

/** A sender: a name (alphanumeric), a telephone number, or a short code. Null if it does not fit into an address field. */
function sourceOf(from: string): Address | null {
  if (!/^[\x20-\x7e]+$/.test(from) || from.length > LONGEST) return null;
  const digits = /^\+?(\d+)$/.exec(from)?.[1];
  if (!digits) return { ton: ALPHANUMERIC, npi: 0, addr: from };
  return { ton: from.startsWith('+') ? INTERNATIONAL : typeOf(digits), npi: ISDN, addr: digits };
}

let lastSource: { from: string; address: Address | null } | undefined;

/** The messages of a campaign share it. */
function cachedSource(from: string): Address | null {
  if (lastSource?.from !== from) lastSource = { from, address: sourceOf(from) };
  return lastSource.address;
}

let sarReference = randomInt(0x10000);

type Content = Omit<Submit, 'command'>;

let lastContents: { text: string; contents: Content[] } | undefined;

/** A text of one part is the same for every recipient and every `long`; parts of a longer one have a number of their own. */
function cachedContents(text: string, long: LongMessages): Content[] {
  if (lastContents?.text === text) return lastContents.contents;
  const contents = contentsOf(text, long);
  if (contents.length === 1 && !contents[0]?.message_payload) lastContents = { text, contents };
  return contents;
}

/** The differences between a message's submit_sm PDUs: the octets, and how they mark the part. */
function contentsOf(text: string, long: LongMessages): Content[] {
  if (long === 'udh') {
    const { dataCoding: data_coding, parts } = encodeSms(text);
    const esm_class = parts.length > 1 ? UDH_INDICATOR : 0;
    return parts.map((short_message) => ({ esm_class, data_coding, short_message }));
  }
  const { dataCoding: data_coding, parts } = cutSms(text);
  if (parts.length === 1) return [{ data_coding, short_message: parts[0]! }];
  // short_message and message_payload exclude each other (5.3.2.32).
  if (long === 'payload')
    return [{ data_coding, short_message: Buffer.alloc(0), message_payload: Buffer.concat(parts) }];
  sarReference = (sarReference + 1) & 0xffff;
  return parts.map((short_message, i) => ({
    data_coding,
    short_message,
    sar_msg_ref_num: sarReference,
    sar_total_segments: parts.length,
    sar_segment_seqnum: i + 1,
  }));
}

/**
 * A message as submit_sm PDUs (SMPP 3.4, 4.4.1), each requesting a receipt, or why no operator could take it:
 * ESME_RINVSRCADR, ESME_RINVDSTADR, or ESME_RINVMSGLEN for more than 255 parts.
 */
export function submitsOf(
  { from, to, text, validity, urgent = false }: OutgoingSms,
  long: LongMessages,
): Submit[] | { kind: 'rejected'; error: string } {
  const source = cachedSource(from);
  if (!source) return { kind: 'rejected', error: 'ESME_RINVSRCADR' };
  const destination = destinationOf(to);
  if (!destination) return { kind: 'rejected', error: 'ESME_RINVDSTADR' };
  try {
    return cachedContents(text, long).map((content) => ({
      command: 'submit_sm',
      source_addr_ton: source.ton,
      source_addr_npi: source.npi,
      source_addr: source.addr,
      dest_addr_ton: destination.ton,
      dest_addr_npi: destination.npi,
      destination_addr: destination.addr,
      // 5.2.14: values from 1 on have priority, also in GSM networks.
      priority_flag: urgent ? 1 : 0,
      validity_period: validity ? absolute(validity) : '',
      registered_delivery: 1,
      ...content,
    }));
  } catch (error) {
    if (error instanceof RangeError) return { kind: 'rejected', error: 'ESME_RINVMSGLEN' };
    throw error;
  }
}

let written = { at: Number.NaN, text: '' };

/** A time in UTC (7.1.1), to the second: YYMMDDhhmmss, tenths and quarter-hour offset zero. */
function absolute(time: Date): string {
  const at = Math.floor(time.getTime() / 1000);
  if (written.at !== at) {
    const text = new Date(at * 1000).toISOString().slice(2, 19).replace(/\D/g, '');
    written = { at, text: `${text}000+` };
  }
  return written.text;
}
