/** A submit_sm as received, parsed without the library and tables that wrote it. */
export interface Submit {
  to: string;
  text: string;
  /** For a part of a longer message, from its header or its sar_ parameters. */
  reference: number | null;
  total: number;
  number: number;
}

const SUBMIT_SM = 4;
const TLV = { reference: 0x020c, total: 0x020e, number: 0x020f, payload: 0x0424 };

/** 3GPP TS 23.038, 6.2.1: characters that differ from ASCII. */
const BASIC: Record<number, string> = { 0: '@', 2: '$', 10: '\n', 17: '_' };
const EXTENSION: Record<number, string> = {
  ...{ 20: '^', 40: '{', 41: '}', 47: '\\', 60: '[', 61: '~', 62: ']', 64: '|', 101: '€' },
};

/** The submit_sm among consecutive PDUs (SMPP 3.4, 3.2 and 4.4.1). */
export function readSubmits(octets: Buffer): Submit[] {
  const submits: Submit[] = [];
  for (let at = 0; at + 16 <= octets.length; ) {
    const length = octets.readUInt32BE(at);
    if (at + length > octets.length) break;
    if (octets.readUInt32BE(at + 4) === SUBMIT_SM)
      submits.push(submitOf(octets.subarray(at + 16, at + length)));
    at += length;
  }
  return submits;
}

function submitOf(body: Buffer): Submit {
  let at = 0;
  const octet = () => body[at++] as number;
  const string = () => {
    const end = body.indexOf(0, at);
    const text = body.toString('latin1', at, end);
    at = end + 1;
    return text;
  };
  const skip = (count: number) => {
    at += count;
  };
  string(); // service_type
  skip(2);
  string(); // source_addr
  skip(2);
  const to = string();
  const hasHeader = (octet() & 0x40) !== 0;
  skip(2); // protocol_id, priority_flag
  string();
  string(); // schedule_delivery_time, validity_period
  skip(2); // registered_delivery, replace_if_present_flag
  const coding = octet();
  skip(1);
  const length = octet();
  let message = body.subarray(at, at + length);
  skip(length);
  const tlvs = new Map<number, Buffer>();
  while (at + 4 <= body.length) {
    const [tag, size] = [body.readUInt16BE(at), body.readUInt16BE(at + 2)];
    tlvs.set(tag, body.subarray(at + 4, at + 4 + size));
    skip(4 + size);
  }
  let part = { reference: null as number | null, total: 1, number: 1 };
  if (hasHeader) {
    const [reference, total, number] = message.subarray(3, 6) as unknown as [number, number, number];
    part = { reference, total, number };
    message = message.subarray(message[0]! + 1);
  } else if (tlvs.has(TLV.total)) {
    part = {
      reference: tlvs.get(TLV.reference)!.readUInt16BE(),
      total: tlvs.get(TLV.total)!.readUInt8(),
      number: tlvs.get(TLV.number)!.readUInt8(),
    };
  }
  const content = length === 0 ? (tlvs.get(TLV.payload) ?? message) : message;
  return { to, text: coding === 8 ? new TextDecoder('utf-16be').decode(content) : gsm(content), ...part };
}

function gsm(octets: Buffer): string {
  let text = '';
  for (let i = 0; i < octets.length; i++) {
    const octet = octets[i] as number;
    text += octet === 0x1b ? EXTENSION[octets[++i] as number] : (BASIC[octet] ?? String.fromCharCode(octet));
  }
  return text;
}
