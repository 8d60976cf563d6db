import type { PduFields } from 'smpp';

/** What is said of a part of a message; all other parameters are null. */
export type Submit = Pick<
  PduFields,
  | 'source_addr_ton'
  | 'source_addr_npi'
  | 'source_addr'
  | 'dest_addr_ton'
  | 'dest_addr_npi'
  | 'destination_addr'
  | 'esm_class'
  | 'priority_flag'
  | 'registered_delivery'
  | 'data_coding'
  | 'sar_msg_ref_num'
  | 'sar_total_segments'
  | 'sar_segment_seqnum'
> & {
  validity_period?: Date | '';
  short_message: Buffer;
  message_payload?: Buffer;
};

const SUBMIT_SM = 0x00000004;
const HEADER = 16;
/** Octets of the mandatory parameters without the three texts and the message: each text ends with a NUL (4.4.1). */
const FIXED = 17;
const TLV = 4;
const MESSAGE_PAYLOAD = 0x0424;
const SAR_MSG_REF_NUM = 0x020c;
const SAR_TOTAL_SEGMENTS = 0x020e;
const SAR_SEGMENT_SEQNUM = 0x020f;
const TIME = 16;

/**
 * A submit_sm (SMPP 3.4, 4.4.1) that writes its own octets, as the library's PDU would, in an eighth of its time: it is
 * the one PDU that is made for every message.
 */
export class SubmitSm {
  /** Given by the session that sends it. */
  sequence_number = 0;
  readonly #fields: Submit;

  constructor(fields: Submit) {
    this.#fields = fields;
  }

  isResponse(): boolean {
    return false;
  }

  toBuffer(): Buffer {
    const f = this.#fields;
    const source = f.source_addr ?? '';
    const destination = f.destination_addr ?? '';
    const message = f.short_message;
    const payload = f.message_payload;
    const time = f.validity_period ? TIME : 0;
    const tlvs =
      (payload ? TLV + payload.length : 0) + (f.sar_msg_ref_num === undefined ? 0 : 3 * TLV + 2 + 1 + 1);
    const length = HEADER + FIXED + source.length + destination.length + time + message.length + tlvs;
    const octets = Buffer.allocUnsafe(length);
    let at = octets.writeUInt32BE(length, 0);
    at = octets.writeUInt32BE(SUBMIT_SM, at);
    at = octets.writeUInt32BE(0, at); // command_status
    at = octets.writeUInt32BE(this.sequence_number, at);
    const octet = (value = 0): void => {
      octets[at++] = value;
    };
    const text = (value: string): void => {
      at += octets.write(value, at, 'latin1');
      octet();
    };
    text(''); // service_type
    octet(f.source_addr_ton);
    octet(f.source_addr_npi);
    text(source);
    octet(f.dest_addr_ton);
    octet(f.dest_addr_npi);
    text(destination);
    octet(f.esm_class);
    octet(); // protocol_id
    octet(f.priority_flag);
    text(''); // schedule_delivery_time
    text(f.validity_period ? absolute(f.validity_period) : '');
    octet(f.registered_delivery);
    octet(); // replace_if_present_flag
    octet(f.data_coding);
    octet(); // sm_default_msg_id
    octet(message.length);
    at += message.copy(octets, at);
    if (payload) {
      at = octets.writeUInt16BE(MESSAGE_PAYLOAD, at);
      at = octets.writeUInt16BE(payload.length, at);
      at += payload.copy(octets, at);
    }
    if (f.sar_msg_ref_num !== undefined) {
      at = octets.writeUInt16BE(SAR_MSG_REF_NUM, at);
      at = octets.writeUInt16BE(2, at);
      at = octets.writeUInt16BE(f.sar_msg_ref_num, at);
      at = octets.writeUInt16BE(SAR_TOTAL_SEGMENTS, at);
      at = octets.writeUInt16BE(1, at);
      octet(f.sar_total_segments);
      at = octets.writeUInt16BE(SAR_SEGMENT_SEQNUM, at);
      at = octets.writeUInt16BE(1, at);
      octet(f.sar_segment_seqnum);
    }
    return octets;
  }
}

let written = { at: Number.NaN, text: '' };

/** A time in UTC (7.1.1), to the second: YYMMDDhhmmss, no tenths, no quarters of an hour from UTC. */
function absolute(time: Date): string {
  const at = Math.floor(time.getTime() / 1000);
  if (written.at !== at) {
    const text = new Date(at * 1000).toISOString().slice(2, 19).replace(/\D/g, '');
    written = { at, text: `${text}000+` };
  }
  return written.text;
}
