import { connect as connectTcp } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { createBackoff } from '../link/backoff.ts';
import type { LinkLog } from '../link/link.ts';
import { within } from '../link/within.ts';
import { isResponse, type Pdu } from './codec/pdu.ts';
import { createSession, type Session } from './codec/session.ts';
import { STATUS, statusName } from './codec/statuses.ts';
import type { LinkTiming, readUrl } from './settings.ts';
import { tlsOptions } from './settings.ts';

interface ConnectionOptions {
  name: string;
  peer: ReturnType<typeof readUrl>;
  bindAs: 'transceiver' | 'transmitter' | 'receiver';
  timing: LinkTiming;
  log?: LinkLog;
  /** False while it must wait for `wake` before it connects. */
  mayConnect?(): boolean;
  onState(state: ConnectionState, why?: string): void;
  onBound(session: Session): void;
  /** The operator leaves: nothing more may be written, but what was written may still be answered. */
  onLeaving(reason: string): void;
  /** Whether everything that was written is answered. */
  isAnswered(): boolean;
  /** What was written before and not answered never will be. */
  onGone(reason: string): void;
  /** False after it was dropped, until it proves useful: delays keep growing although it says something. */
  isTrusted(): boolean;
  /** Called before octets are sent; if it throws, they are not sent and the connection ends. */
  onWrite?: (() => void) | undefined;
  /** Handles a PDU about messages; false leaves the response to the connection. */
  onPdu(pdu: Pdu, session: Session): boolean;
}

export type ConnectionState = 'connecting' | 'bound' | 'down';

/** One SMPP session that keeps itself bound: it sends enquire_link, and reconnects with increasing delays. */
export interface Connection {
  readonly state: ConnectionState;
  /** It is bound, or leaves as soon as everything is answered. */
  readonly isHeard: boolean;
  /** Its last attempt ended before it was bound, and the next one has not begun. */
  readonly isTurnedAway: boolean;
  /** Connects now, if it has no session. */
  wake(): void;
  /** Unbinds for a reason, and connects again later. */
  release(reason: string): void;
  /** Called periodically. */
  tick(): void;
  /** Ends the session for a reason, and reconnects. Receive-only sessions stay. */
  drop(reason: string): void;
  /** Stops reconnecting; then closes the session. */
  end(): void;
  /** Unbinds, and waits briefly for the response. */
  unbind(): Promise<void>;
  destroy(): void;
}

const UNBIND_WAIT = 1_000;
const SMPP_3_4 = 0x34;
const UNBOUND = 'the operator unbound';
const LOST = 'the operator lost our bind';
/** Requests that an operator may send us; null means generic_nack. The rest are for servers. */
const OURS = new Set<Pdu['command']>(['unbind', 'enquire_link', null]);

export function createConnection(options: ConnectionOptions): Connection {
  const { name, peer, timing, log } = options;
  const command = `bind_${options.bindAs}` as const;
  const bindResponse = `${command}_resp` as const;
  /** Only a bound connection gets this answer without an error. */
  const proof = options.bindAs === 'receiver' ? 'enquire_link_resp' : 'submit_sm_resp';
  let state: ConnectionState = 'connecting';
  let session: Session | null = null;
  const backoff = createBackoff({ shortest: timing.reconnectMin, longest: timing.reconnectMax });
  let startedAt = 0;
  let heardAt = 0;
  let enquiredAt = 0;
  let retry: NodeJS.Timeout | undefined;
  let ending = false;
  let isTurnedAway = false;
  let onUnbound = () => {};
  let unbinding = Promise.resolve();
  /** Why it was released, until it is gone. */
  let released: string | undefined;
  /** Why it leaves once everything is answered, since when, and the operator's unbind if it asked for that. */
  let leaving: { reason: string; at: number; unbind: Pdu | undefined } | undefined;
  /** The operator lost a bind, and nothing has shown yet that it has the next one. */
  let isLost = false;

  function setState(next: ConnectionState, reason?: string): void {
    state = next;
    options.onState(next, reason);
  }

  function connect(): void {
    retry = undefined;
    isTurnedAway = false;
    startedAt = performance.now();
    setState('connecting');
    if (options.mayConnect?.() === false) return;
    try {
      const { host, port } = peer;
      const tls = tlsOptions(peer);
      const socket = tls
        ? connectTls({ host, port, ...tls }).setNoDelay()
        : connectTcp({ host, port, noDelay: true });
      const current = createSession(socket, { onPdu: handle, onClose: gone, onWrite: options.onWrite });
      session = current;
      socket.once(peer.tls ? 'secureConnect' : 'connect', () => bind(current));
    } catch (error) {
      // Certificates that cannot be read.
      again((error as Error).message);
    }
  }

  function bind(current: Session): void {
    const { user: system_id, password, systemType: system_type } = peer;
    try {
      current.send({ command, system_id, password, system_type, interface_version: SMPP_3_4 });
    } catch (error) {
      current.destroy((error as Error).message);
    }
  }

  function handle(pdu: Pdu, current: Session): void {
    heardAt = performance.now();
    if (pdu.command === bindResponse) {
      if (pdu.command_status) refused(pdu, current);
      else if (!ending && state === 'connecting') bound(current);
    } else if (pdu.command === 'generic_nack' && state === 'connecting') refused(pdu, current);
    else if (pdu.command === 'unbind') leave(UNBOUND, pdu);
    else if (pdu.command === 'unbind_resp') onUnbound();
    else {
      if (isResponse(pdu)) checkBind(pdu);
      if (!options.onPdu(pdu, current) && !isResponse(pdu)) answer(pdu, current);
    }
    if (leaving) leaveIfAnswered(current);
    // Not at once when it binds: an operator that ends each connection then would be called as often as before.
    else if (state === 'bound' && pdu.command !== bindResponse && isTrusted()) backoff.reset();
  }

  function refused({ command_status }: Pdu, current: Session): void {
    current.destroy(`bind refused: ${statusName(command_status)}`);
  }

  const isTrusted = (): boolean => !isLost && options.isTrusted();

  /** After a switch-over behind a balancer the connection stays and the bind is gone. */
  function checkBind({ command, command_status }: Pdu): void {
    if (state !== 'bound') return;
    if (command_status === STATUS.ESME_RINVBNDSTS) {
      isLost = true;
      leave(LOST);
    } else if (command === proof) isLost = false;
  }

  /** The operator closes when its unbind is answered, so that waits for the answers to what was written. */
  function leave(reason: string, unbind?: Pdu): void {
    leaving ??= { reason, at: performance.now(), unbind };
    options.onLeaving(reason);
    setState('down', reason);
  }

  function leaveIfAnswered(current: Session): void {
    if (!leaving || !(options.isAnswered() || performance.now() - leaving.at > timing.close)) return;
    if (leaving.unbind) answer(leaving.unbind, current);
    current.end(leaving.reason);
  }

  function answer(pdu: Pdu, current: Session): void {
    const more = OURS.has(pdu.command) ? {} : { command_status: STATUS.ESME_RINVBNDSTS };
    if (!current.respond(pdu, more))
      log?.info({ link: name, command: pdu.command }, 'a PDU that asks for no answer was ignored');
  }

  function bound(current: Session): void {
    enquiredAt = heardAt;
    setState('bound');
    options.onBound(current);
  }

  /** Unbinds, and waits briefly for the response. */
  function unbind(): Promise<void> {
    if (state === 'bound' && session?.send({ command: 'unbind' }) != null) {
      const unbound = new Promise<void>((resolve) => {
        onUnbound = resolve;
      });
      unbinding = within(unbound, UNBIND_WAIT);
    }
    return unbinding;
  }

  function gone(current: Session, reason = 'the connection was closed'): void {
    if (current !== session) return;
    const why = released ?? reason;
    session = null;
    leaving = undefined;
    released = undefined;
    onUnbound();
    options.onGone(why);
    if (!ending) again(why);
  }

  function again(reason: string): void {
    const wait = backoff.next();
    log?.warn({ link: name, reason, wait: Math.round(wait) }, 'link down');
    isTurnedAway = state === 'connecting';
    setState('down', reason);
    retry = setTimeout(connect, wait);
  }

  connect();

  return {
    get state() {
      return state;
    },
    get isHeard() {
      return state === 'bound' || leaving !== undefined;
    },
    get isTurnedAway() {
      return isTurnedAway;
    },
    wake() {
      if (session || ending) return;
      clearTimeout(retry);
      connect();
    },
    release(reason) {
      const current = session;
      if (!current || state !== 'bound') return;
      released = reason;
      void unbind().then(() => current.destroy());
      setState('down', reason);
    },
    tick() {
      if (!session) return;
      if (leaving) return leaveIfAnswered(session);
      const now = performance.now();
      if (state === 'connecting' && now - startedAt > timing.bind)
        session.destroy(`no bind within ${timing.bind} ms`);
      if (state !== 'bound') return;
      if (heardAt < enquiredAt && now - enquiredAt > timing.dead) {
        session.destroy('the operator is silent');
      } else if (now - enquiredAt >= timing.enquire) {
        enquiredAt = now;
        session.send({ command: 'enquire_link' });
      }
    },
    drop(reason) {
      if (options.bindAs !== 'receiver') session?.destroy(reason);
    },
    end() {
      ending = true;
      clearTimeout(retry);
    },
    unbind,
    destroy: () => session?.destroy(),
  };
}
