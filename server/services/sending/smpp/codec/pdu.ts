import { COMMANDS, type Command, type Parameters, RESPONSE, TLVS } from './commands.ts';
import { STATUS } from './statuses.ts';

/** Maximum octets of a PDU, including its header. */
export const LONGEST_PDU = 0x10000;
/** command_length, command_id, command_status and sequence_number (SMPP 3.4, 3.2). */
export const HEADER = 16;

/** A PDU to write. Missing parameters are 0 or empty; missing optional ones are not written at all. */
export interface OutgoingPdu extends Parameters {
  command: Command;
  command_status?: number;
  sequence_number?: number;
}

/** A received PDU. What it does not contain is undefined. */
export interface Pdu extends Readonly<Parameters> {
  /** Null for an unsupported command. */
  readonly command: Command | null;
  readonly command_id: number;
  readonly command_status: number;
  readonly sequence_number: number;
  /**
   * ESME_ROK, or the status with which to refuse a request whose parameters could not be read completely. Parameters read
   * before that are available; in a response it is ignored, because operators leave out a NUL or an empty id.
   */
  readonly fault: number;
}

type Value = string | number | Buffer | undefined;
type Writable = { -readonly [K in keyof Pdu]: Pdu[K] } & Record<string, unknown>;

const commandOf = new Map<number, Command>(
  Object.entries(COMMANDS).map(([command, { id }]) => [id, command as Command]),
);
const tlvOf = new Map<number, { name: string; kind: string }>(
  Object.entries(TLVS).map(([name, { tag, kind }]) => [tag, { name, kind }]),
);
const TLV_LIST = Object.entries(TLVS) as [keyof typeof TLVS, (typeof TLVS)[keyof typeof TLVS]][];
const TLV_HEADER = 4;

/** What an answer to a PDU needs of it: none of its parameters, so that they are not kept until then. */
export type Answerable = Pick<Pdu, 'command' | 'command_id' | 'sequence_number'>;

export const isResponse = ({ command_id }: Pick<Pdu, 'command_id'>): boolean => command_id >= RESPONSE;

/**
 * Parses one PDU. It does not copy: octet parameters are views. Never throws: a truncated PDU has a `fault`. Null if it is
 * shorter than a header.
 */
export function decodePdu(octets: Buffer): Pdu | null {
  if (octets.length < HEADER) return null;
  const command_id = octets.readUInt32BE(4);
  const command = commandOf.get(command_id) ?? null;
  const pdu: Writable = {
    command,
    command_id,
    command_status: octets.readUInt32BE(8),
    sequence_number: octets.readUInt32BE(12),
    fault: STATUS.ESME_ROK,
  };
  if (!command) return pdu;
  const { length } = octets;
  let at = HEADER;
  for (const [name, kind] of COMMANDS[command].layout) {
    if (at >= length) {
      pdu.fault = STATUS.ESME_RINVCMDLEN;
      return pdu;
    }
    if (kind === 'octet') pdu[name] = octets[at++];
    else if (kind === 'text') {
      const end = endOf(octets, at, length);
      pdu[name] = end === at ? '' : octets.toString('latin1', at, end);
      at = end + 1;
    } else {
      const end = at + 1 + (octets[at] as number);
      if (end > length) {
        pdu.fault = STATUS.ESME_RINVMSGLEN;
        return pdu;
      }
      pdu[name] = octets.subarray(at + 1, end);
      at = end;
    }
  }
  // A final text without its NUL.
  if (at > length) pdu.fault = STATUS.ESME_RINVCMDLEN;
  while (at < length) {
    const end = at + TLV_HEADER > length ? length + 1 : at + TLV_HEADER + octets.readUInt16BE(at + 2);
    if (end > length) {
      pdu.fault = STATUS.ESME_RINVTLVSTREAM;
      return pdu;
    }
    readTlv(pdu, octets.readUInt16BE(at), octets.subarray(at + TLV_HEADER, end));
    at = end;
  }
  return pdu;
}

/** Numbers are read at whatever length they have: operators write message_state in one octet, two or four. */
function readTlv(pdu: Writable, tag: number, value: Buffer): void {
  const tlv = tlvOf.get(tag);
  if (!tlv) return;
  const { name, kind } = tlv;
  if (kind === 'text') pdu[name] = value.toString('latin1', 0, endOf(value, 0, value.length));
  else if (kind === 'octets') pdu[name] = value;
  else if (value.length > 0 && value.length <= 4) pdu[name] = value.readUIntBE(0, value.length);
  else pdu.fault = STATUS.ESME_RINVTLVLEN;
}

function endOf(octets: Buffer, from: number, length: number): number {
  let end = from;
  while (end < length && octets[end] !== 0) end++;
  return end;
}

/** The buffer for PDUs of unknown length. Used within one call only. */
const room = Buffer.allocUnsafeSlow(LONGEST_PDU);

/**
 * A PDU's octets, with its own sequence_number or another. An error response has no body (4.4.2).
 * @throws RangeError for what cannot be encoded: a NUL or non-Latin-1 characters in a text, a number or octet string that
 * is too large, or more than 64 KiB in total.
 */
export function encodePdu(pdu: OutgoingPdu, sequence = pdu.sequence_number ?? 0): Buffer {
  return Buffer.from(room.subarray(0, fillRoom(pdu, sequence)));
}

/** PDUs that are written together. */
export interface PduBatch {
  octets: Buffer;
  length: number;
}

/** Adds a PDU to others. Throws like encodePdu, having added nothing. */
export function appendPdu(batch: PduBatch, pdu: OutgoingPdu, sequence: number): void {
  const length = fillRoom(pdu, sequence);
  const { octets } = batch;
  if (batch.length + length > octets.length) {
    batch.octets = Buffer.allocUnsafeSlow(Math.max(octets.length * 2, batch.length + length));
    octets.copy(batch.octets, 0, 0, batch.length);
  }
  batch.length += room.copy(batch.octets, batch.length, 0, length);
}

/** Writes a PDU into `room`; returns its length. */
function fillRoom(pdu: OutgoingPdu, sequence: number): number {
  const { id, layout } = COMMANDS[pdu.command];
  const status = pdu.command_status ?? 0;
  const values = pdu as unknown as Record<string, Value>;
  let at = HEADER;
  if (status === 0 || id < RESPONSE) {
    for (const [name, kind] of layout) {
      const value = values[name];
      if (kind === 'octet') at = writeNumber(name, (value ?? 0) as number, 1, at);
      else if (kind === 'text') at = writeText(name, (value ?? '') as string, at);
      else {
        const octets = value as Buffer | undefined;
        at = writeNumber(name, octets?.length ?? 0, 1, at);
        if (octets) at = writeOctets(octets, at);
      }
    }
    for (const [name, { tag, kind }] of TLV_LIST) {
      const value = values[name];
      if (value === undefined) continue;
      const start = at + TLV_HEADER;
      if (kind === 'text') at = writeText(name, value as string, start);
      else if (kind === 'octets') at = writeOctets(value as Buffer, start);
      else at = writeNumber(name, value as number, kind === 'pair' ? 2 : 1, start);
      if (at > LONGEST_PDU) break;
      room.writeUInt16BE(tag, start - TLV_HEADER);
      room.writeUInt16BE(at - start, start - 2);
    }
  }
  if (at > LONGEST_PDU) throw new RangeError(`a ${pdu.command} of more than ${LONGEST_PDU} octets`);
  room.writeUInt32BE(at, 0);
  room.writeUInt32BE(id, 4);
  room.writeUInt32BE(status, 8);
  room.writeUInt32BE(sequence, 12);
  return at;
}

function writeNumber(name: string, value: number, size: 1 | 2, at: number): number {
  if (!Number.isInteger(value) || value < 0 || value >= 1 << (8 * size))
    throw new RangeError(`${name} ${value} has no place in ${size} octets`);
  if (size === 2) room[at++] = value >> 8;
  room[at++] = value & 0xff;
  return at;
}

function writeText(name: string, text: string, at: number): number {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    // A NUL would end it, and the rest would be parsed as other parameters.
    if (code === 0 || code > 0xff) throw new RangeError(`${name} has a character that cannot be written`);
    room[at++] = code;
  }
  room[at++] = 0;
  return at;
}

function writeOctets(octets: Buffer, at: number): number {
  octets.copy(room, Math.min(at, LONGEST_PDU));
  return at + octets.length;
}

/** What a response contains besides the request it answers. */
export type Answer = Omit<OutgoingPdu, 'command' | 'sequence_number'>;

/**
 * The response to a request: generic_nack for an unsupported command. Null for PDUs without response: a response, an
 * outbind, an alert_notification (SMPP 3.4, 4.1.7 and 4.12.1).
 */
export function responseTo(pdu: Answerable, more: Answer = {}): OutgoingPdu | null {
  if (isResponse(pdu)) return null;
  const { command, command_id, sequence_number } = pdu;
  if (!command) return { command: 'generic_nack', command_status: STATUS.ESME_RINVCMDID, sequence_number };
  const answer = commandOf.get(command_id + RESPONSE);
  return answer ? { command: answer, sequence_number, ...more } : null;
}
