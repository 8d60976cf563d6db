import { HEADER, LONGEST_PDU } from './pdu.ts';

const LENGTH_FIELD = 4;

/**
 * Splits a stream of octets into PDUs by their command_length (SMPP 3.4, 3.2), and passes each on when it is complete.
 * Buffers at most one PDU, allocated when its length is known.
 *
 * @param take returns whether it wants more.
 * @returns a function for the stream's next octets. It returns an invalid command_length, after which the stream must be
 * given up, because nobody knows where the next PDU begins. Otherwise null.
 */
export function createFramer(take: (octets: Buffer) => boolean): (octets: Buffer) => number | null {
  const lengthField = Buffer.alloc(LENGTH_FIELD);
  let room = lengthField;
  let filled = 0;

  return (octets) => {
    for (let at = 0; at < octets.length; ) {
      if (filled === 0 && octets.length - at >= LENGTH_FIELD) {
        const length = octets.readUInt32BE(at);
        if (!isLength(length)) return length;
        if (octets.length - at >= length) {
          if (!take(octets.subarray(at, at + length))) return null;
          at += length;
          continue;
        }
      }
      const copied = octets.copy(room, filled, at, at + room.length - filled);
      at += copied;
      filled += copied;
      if (filled < room.length) break;
      if (room === lengthField) {
        const length = room.readUInt32BE(0);
        if (!isLength(length)) return length;
        room = Buffer.allocUnsafeSlow(length);
        lengthField.copy(room);
        continue;
      }
      const whole = room;
      room = lengthField;
      filled = 0;
      if (!take(whole)) return null;
    }
    return null;
  };
}

const isLength = (length: number): boolean => length >= HEADER && length <= LONGEST_PDU;
