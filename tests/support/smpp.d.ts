/** Declarations for npm `smpp` 0.5.1, which has none: only the parts that this project calls or reads. */
declare module 'smpp' {
  import type { EventEmitter } from 'node:events';
  import type { Server as NetServer, Socket } from 'node:net';

  /**
   * A short message as the library returns it: decoded text if it knows the data_coding, otherwise the
   * octets.
   */
  interface ShortMessage {
    /** Information elements of the user data header, each with its tag and length octets. */
    udh?: Buffer[];
    message: string | Buffer;
  }

  /** Mandatory parameters and TLVs that we set or read (SMPP 3.4 sections 4 and 5). */
  interface PduFields {
    command_status?: number;
    sequence_number?: number;
    system_id?: string;
    password?: string;
    system_type?: string;
    interface_version?: number;
    message_id?: string;
    source_addr_ton?: number;
    source_addr_npi?: number;
    source_addr?: string;
    dest_addr_ton?: number;
    dest_addr_npi?: number;
    destination_addr?: string;
    esm_class?: number;
    priority_flag?: number;
    /** A Date is written as an absolute time in UTC (7.1.1). */
    validity_period?: Date | string;
    registered_delivery?: number;
    data_coding?: number;
    /** A Buffer is written as it is; reading gives a ShortMessage. */
    short_message?: Buffer | ShortMessage;
    message_payload?: Buffer | ShortMessage;
    receipted_message_id?: string;
    message_state?: number;
    network_error_code?: Buffer;
    sar_msg_ref_num?: number;
    sar_total_segments?: number;
    sar_segment_seqnum?: number;
  }

  class PDU {
    /** A new PDU by its command's name, or one parsed from its octets. */
    constructor(command: string | Buffer, options?: PduFields);
    command: string;
    command_id: number;
    command_status: number;
    sequence_number: number;
    isResponse(): boolean;
    response(options?: PduFields): PDU;
    toBuffer(): Buffer;
  }
  interface PDU extends Readonly<Omit<PduFields, 'command_status' | 'sequence_number'>> {}

  /** The PDUs that a session sends: it assigns missing sequence numbers. */
  interface Sendable {
    sequence_number: number;
    isResponse(): boolean;
    toBuffer(): Buffer;
  }

  /** Emits connect, secureConnect, pdu, error and close; an 'error' leaves its reader stuck, so destroy it then. */
  class Session extends EventEmitter {
    socket: Socket;
    /** Numbers the PDU and writes it; false, and nothing written, when the socket is no longer writable. */
    send(pdu: Sendable, answered?: (answer: PDU) => void): boolean;
    close(callback?: () => void): void;
    destroy(callback?: () => void): void;
  }

  class Server extends NetServer {
    sessions: Session[];
  }

  interface ConnectOptions {
    host: string;
    port: number;
    tls?: boolean;
    /**
     * Options of tls.connect: trusted certificates instead of the system's, and the name that the peer's must
     * have.
     */
    ca?: string;
    servername?: string;
    noDelay?: boolean;
  }

  const smpp: {
    PDU: typeof PDU;
    /** ESME_... names to command_status numbers. */
    errors: Readonly<Record<string, number>>;
    connect(options: ConnectOptions): Session;
    createServer(options: object, listener: (session: Session) => void): Server;
  };

  export type { PDU, PduFields, Sendable, Server, Session, ShortMessage };
  export default smpp;
}
