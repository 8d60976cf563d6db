import type { PDU, Sendable, Session } from 'smpp';
import smpp from 'smpp';
import { corked, unbound, within } from './session.ts';
import type { LinkTiming, readUrl } from './settings.ts';
import { tlsOptions } from './settings.ts';
import { statusName } from './status.ts';

export type Send = (pdu: Sendable) => boolean;

interface ConnectionOptions {
  name: string;
  peer: ReturnType<typeof readUrl>;
  bindAs: 'transceiver' | 'transmitter' | 'receiver';
  timing: LinkTiming;
  log?: { warn(details: object, text: string): void };
  onState(state: ConnectionState, why?: string): void;
  onBound(send: Send): void;
  /** What was written before and is not answered will never be. */
  onGone(reason: string): void;
  /** Takes a PDU that is about messages; false leaves its answer to the connection. */
  onPdu(pdu: PDU, send: Send): boolean;
}

export type ConnectionState = 'connecting' | 'bound' | 'down';

/** One SMPP session that keeps itself bound: it enquires, and connects again with longer and longer waits. */
export interface Connection {
  readonly state: ConnectionState;
  /** Called now and then. */
  tick(): void;
  /** Connects no more; then closes the session. */
  end(): void;
  /** Unbinds, and waits a moment for the answer. */
  unbind(): Promise<void>;
  destroy(): void;
}

const UNBIND_WAIT = 1_000;
const SMPP_3_4 = 0x34;

export function createConnection(options: ConnectionOptions): Connection {
  const { name, peer, timing, log } = options;
  const command = `bind_${options.bindAs}`;
  let state: ConnectionState = 'connecting';
  let session: Session | null = null;
  let attempts = 0;
  let startedAt = 0;
  let heardAt = 0;
  let enquiredAt = 0;
  let why: string | undefined;
  let retry: NodeJS.Timeout | undefined;
  let ending = false;

  function setState(next: ConnectionState, reason?: string): void {
    state = next;
    options.onState(next, reason);
  }

  function connect(): void {
    retry = undefined;
    why = undefined;
    startedAt = performance.now();
    setState('connecting');
    let current: Session;
    try {
      current = smpp.connect({ host: peer.host, port: peer.port, noDelay: true, ...tlsOptions(peer) });
    } catch (error) {
      // Certificates that cannot be read.
      again((error as Error).message);
      return;
    }
    session = current;
    const send = corked(current);
    current.on(peer.tls ? 'secureConnect' : 'connect', () => {
      const { user: system_id, password, systemType: system_type } = peer;
      send(new smpp.PDU(command, { system_id, password, system_type, interface_version: SMPP_3_4 }));
    });
    current.on('pdu', (pdu: PDU) => {
      heardAt = performance.now();
      handle(pdu, current, send);
    });
    // A PDU that cannot be read arrives here too, after which the stream has no beginning any more.
    current.on('error', (error: NodeJS.ErrnoException) =>
      drop(current, error.message || (error.code ?? 'unreachable')),
    );
    current.on('close', () => gone(current));
  }

  function handle(pdu: PDU, current: Session, send: Send): void {
    if (pdu.command === `${command}_resp`) {
      if (pdu.command_status) drop(current, `bind refused: ${statusName(pdu.command_status)}`);
      else if (!ending) bound(send);
    } else if (pdu.command === 'unbind') {
      send(pdu.response());
      why ??= 'the operator unbound';
      current.close();
    } else if (!options.onPdu(pdu, send) && !pdu.isResponse()) {
      // enquire_link, and commands that we do not know: response() makes those a generic_nack.
      send(pdu.response());
    }
  }

  function bound(send: Send): void {
    attempts = 0;
    enquiredAt = heardAt;
    setState('bound');
    options.onBound(send);
  }

  function drop(current: Session, reason: string): void {
    why ??= reason;
    current.destroy();
  }

  function gone(current: Session): void {
    if (current !== session) return;
    session = null;
    const reason = why ?? 'the connection was closed';
    options.onGone(reason);
    if (!ending) again(reason);
  }

  function again(reason: string): void {
    const ceiling = Math.min(timing.reconnectMax, timing.reconnectMin * 2 ** attempts++);
    // Jitter, so that several links of one host do not come back in step.
    const wait = Math.max(timing.reconnectMin, ceiling * (0.5 + Math.random() / 2));
    log?.warn({ link: name, reason, wait: Math.round(wait) }, 'link down');
    setState('down', reason);
    retry = setTimeout(connect, wait);
  }

  connect();

  return {
    get state() {
      return state;
    },
    tick() {
      if (!session) return;
      const now = performance.now();
      if (state !== 'bound') {
        if (now - startedAt > timing.bind) drop(session, `no bind within ${timing.bind} ms`);
        return;
      }
      if (heardAt < enquiredAt && now - enquiredAt > timing.dead) {
        drop(session, 'the operator is silent');
      } else if (now - enquiredAt >= timing.enquire) {
        enquiredAt = now;
        session.send(new smpp.PDU('enquire_link'));
      }
    },
    end() {
      ending = true;
      clearTimeout(retry);
    },
    async unbind() {
      if (state === 'bound' && session) await within(unbound(session), UNBIND_WAIT);
    },
    destroy: () => session?.destroy(),
  };
}
