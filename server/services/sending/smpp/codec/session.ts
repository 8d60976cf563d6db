import type { Socket } from 'node:net';
import { createFramer } from './framer.ts';
import {
  type Answer,
  type Answerable,
  appendPdu,
  decodePdu,
  type OutgoingPdu,
  type Pdu,
  type PduBatch,
  responseTo,
} from './pdu.ts';
import { STATUS } from './statuses.ts';

/** Callbacks of a session. An exception in onPdu ends only this session. */
export interface SessionEvents {
  onPdu(pdu: Pdu, session: Session): void;
  /** Called before the octets of this turn are sent. If it throws, they are not sent and the session ends. */
  onWrite?(): void;
  /** Called once when the connection is closed: with the reason, unless it ended normally. */
  onClose(session: Session, why?: string): void;
}

/** A connection that sends and receives PDUs. */
export interface Session {
  /** False when nothing can be sent any more. */
  readonly isOpen: boolean;
  /**
   * Writes a PDU, together with those of the same turn, and returns its sequence number: a request gets the next one. Null,
   * without writing, if the connection is closing.
   * @throws RangeError like encodePdu.
   */
  send(pdu: OutgoingPdu): number | null;
  /** Sends the response to a PDU, if it has one (responseTo); returns whether it has. */
  respond(pdu: Answerable, more?: Answer): boolean;
  /** Stops accepting; closes the connection when everything is written. */
  end(why?: string): void;
  /** Closes the connection at once. */
  destroy(why?: string): void;
}

/** The highest sequence number of a request (SMPP 3.4, 3.2); the next is 1. */
const LAST_SEQUENCE = 0x7fffffff;
/** Octets: a peer that does not read what it is sent is disconnected. */
const MOST_UNREAD = 1 << 24;
/** Octets for the PDUs of one turn: a large window of short messages. A buffer that grew beyond many of them is not kept. */
const ROOM = 1 << 14;
const MOST_KEPT = 1 << 20;

/** A session on a connection that is open or being opened; over TLS it may send from `secureConnect` on. */
export function createSession(socket: Socket, events: SessionEvents): Session {
  let sequence = 0;
  /** The PDUs of this turn. Together they are one write to the socket: one for each would cost far more than the copy. */
  const batch: PduBatch = { octets: Buffer.allocUnsafeSlow(ROOM), length: 0 };
  let isEnding = false;
  let reason: string | undefined;

  const session: Session = {
    get isOpen() {
      return socket.writable && !isEnding;
    },
    send(pdu) {
      if (!session.isOpen) return null;
      let { sequence_number } = pdu;
      if (sequence_number === undefined) {
        sequence = sequence === LAST_SEQUENCE ? 1 : sequence + 1;
        sequence_number = sequence;
      }
      const isFirst = batch.length === 0;
      appendPdu(batch, pdu, sequence_number);
      if (isFirst) process.nextTick(writeBatch);
      if (socket.writableLength + batch.length > MOST_UNREAD) session.destroy('the peer reads nothing');
      return sequence_number;
    },
    respond(pdu, more) {
      const response = responseTo(pdu, more);
      if (response) session.send(response);
      return response !== null;
    },
    end(why) {
      reason ??= why;
      isEnding = true;
      writeBatch();
      socket.destroySoon();
    },
    destroy(why) {
      reason ??= why;
      isEnding = true;
      socket.destroy();
    },
  };

  function writeBatch(): void {
    if (batch.length === 0) return;
    const octets = Buffer.from(batch.octets.subarray(0, batch.length));
    batch.length = 0;
    if (batch.octets.length > MOST_KEPT) batch.octets = Buffer.allocUnsafeSlow(ROOM);
    // What was destroyed sends nothing more.
    if (socket.destroyed) return;
    try {
      events.onWrite?.();
      socket.write(octets);
    } catch (error) {
      session.destroy((error as Error).message);
    }
  }

  const push = createFramer((octets) => {
    const pdu = decodePdu(octets);
    if (pdu) events.onPdu(pdu, session);
    return !isEnding;
  });

  function giveUp(length: number): void {
    // SMPP 3.4, 4.3: the response to an invalid length.
    session.send({ command: 'generic_nack', command_status: STATUS.ESME_RINVCMDLEN, sequence_number: 0 });
    session.end(`a PDU length of ${length}`);
  }

  socket.on('data', (octets: Buffer) => {
    if (isEnding) return;
    try {
      const impossible = push(octets);
      if (impossible !== null) giveUp(impossible);
    } catch (error) {
      session.destroy(`a PDU could not be handled: ${(error as Error).message}`);
    }
  });
  socket.on('error', (error: NodeJS.ErrnoException) => {
    reason ??= error.message || error.code || 'unreachable';
  });
  socket.on('close', () => {
    isEnding = true;
    events.onClose(session, reason);
  });
  return session;
}
