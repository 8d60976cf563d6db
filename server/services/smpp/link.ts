import type { PDU, Session } from 'smpp';
import smpp from 'smpp';
import { type IncomingSms, readIncoming } from './incoming.ts';
import type { OutgoingSms } from './message.ts';
import { phoneOf, submitsOf } from './message.ts';
import type { ParsedReceipt } from './receipt.ts';
import { parseReceipt } from './receipt.ts';
import type { SubmitOutcome } from './sender.ts';
import { createSender } from './sender.ts';
import { corked, unbound, within } from './session.ts';
import type { LinkTiming } from './settings.ts';
import { readUrl, TIMING } from './settings.ts';
import { statusName } from './status.ts';

export type LinkState = 'connecting' | 'bound' | 'down' | 'closed';

export interface Receipt extends ParsedReceipt {
  /** The recipient's phone in E.164, as the operator names it (the receipt's source). */
  source: string;
  receivedAt: Date;
}

interface LinkLog {
  info(details: object, text: string): void;
  warn(details: object, text: string): void;
}

export interface LinkOptions {
  name: string;
  /**
   * smpp://user:password@host:port?window=100&rate=0&system_type=&country=977, or smpps:// for TLS. User and
   * password percent-encoded; window in unanswered parts, rate in parts per second (0: no limit), country the calling
   * code of national numbers in receipts.
   */
  url: string;
  /**
   * Records a receipt. It is acknowledged to the operator when the promise resolves and, when it
   * rejects, refused for now, so that the operator sends it again.
   */
  onReceipt(receipt: Receipt): void | Promise<void>;
  /** Records what somebody answered from a handset, acknowledged as a receipt is. Without it, answers are ignored. */
  onMessage?(message: IncomingSms): void | Promise<void>;
  onState?(state: LinkState, why?: string): void;
  log?: LinkLog;
  timing?: Partial<LinkTiming>;
}

export interface Link {
  readonly name: string;
  readonly state: LinkState;
  /** Parts that are written and unanswered. */
  readonly inFlight: number;
  /** Sends one message when its turn comes; never rejects. `temporary` at once while the link is not bound. */
  submit(message: OutgoingSms): Promise<SubmitOutcome>;
  /** Resolves when the link is bound; rejects when it was closed. */
  ready(): Promise<void>;
  /** Begins no message, waits (bounded) for answers and receipts at work, unbinds. */
  close(): Promise<void>;
}

const UNBIND_WAIT = 1_000;
const SMPP_3_4 = 0x34;

/**
 * One operator link: a transceiver (SMPP 3.4, 4.1.5) that keeps itself bound. What a submit's outcome means is told
 * at SubmitOutcome, and when a message of several parts takes which at createSender.
 * @throws TypeError for a URL that is not smpp:// or smpps://.
 */
export function createLink(options: LinkOptions): Link {
  const { name, log } = options;
  const timing: LinkTiming = { ...TIMING, ...options.timing };
  const peer = readUrl(options.url);
  const { window, rate } = peer;
  const sender = createSender({
    window,
    rate,
    responseTimeout: timing.response,
    throttlePause: timing.throttle,
  });

  let state: LinkState = 'connecting';
  let session: Session | null = null;
  let attempts = 0;
  let startedAt = 0;
  let heardAt = 0;
  let enquiredAt = 0;
  let why: string | undefined;
  let retry: NodeJS.Timeout | undefined;
  let closing: Promise<void> | undefined;
  const recording = new Set<Promise<void>>();
  let waiting: { resolve(): void; reject(error: Error): void }[] = [];

  function setState(next: LinkState, reason?: string): void {
    state = next;
    try {
      options.onState?.(next, reason);
    } catch (error) {
      log?.warn({ link: name, error }, 'the listener for link states failed');
    }
  }

  function connect(): void {
    retry = undefined;
    why = undefined;
    startedAt = Date.now();
    setState('connecting');
    const current = smpp.connect({ host: peer.host, port: peer.port, tls: peer.tls, noDelay: true });
    session = current;
    const send = corked(current);
    current.on(peer.tls ? 'secureConnect' : 'connect', () => {
      const { user: system_id, password, systemType: system_type } = peer;
      send(
        new smpp.PDU('bind_transceiver', { system_id, password, system_type, interface_version: SMPP_3_4 }),
      );
    });
    current.on('pdu', (pdu: PDU) => {
      heardAt = Date.now();
      handle(pdu, current, send);
    });
    // A PDU that cannot be read arrives here too, after which the stream has no beginning any more.
    current.on('error', (error: NodeJS.ErrnoException) =>
      drop(current, error.message || (error.code ?? 'unreachable')),
    );
    current.on('close', () => gone(current));
  }

  function handle(pdu: PDU, current: Session, send: (pdu: PDU) => boolean): void {
    switch (pdu.command) {
      case 'submit_sm_resp':
      case 'generic_nack': {
        // A nack never accepts, whatever its status says.
        const status =
          pdu.command_status || (pdu.command === 'generic_nack' ? smpp.errors.ESME_RUNKNOWNERR! : 0);
        if (!sender.answered(pdu.sequence_number, status, pdu.message_id ?? ''))
          log?.warn(
            { link: name, status, id: pdu.message_id },
            'an answer came too late or for nothing sent',
          );
        return;
      }
      case 'deliver_sm':
        receive(pdu, send);
        return;
      case 'bind_transceiver_resp':
        if (pdu.command_status) drop(current, `bind refused: ${statusName(pdu.command_status)}`);
        else bound(send);
        return;
      case 'unbind':
        send(pdu.response());
        why ??= 'the operator unbound';
        current.close();
        return;
      default:
        // enquire_link, and commands that we do not know: response() makes those a generic_nack.
        if (!pdu.isResponse()) send(pdu.response());
    }
  }

  function bound(send: (pdu: PDU) => boolean): void {
    if (closing) return;
    attempts = 0;
    enquiredAt = heardAt;
    setState('bound');
    sender.open((submit) => {
      const pdu = new smpp.PDU('submit_sm', submit);
      return send(pdu) ? pdu.sequence_number : null;
    });
    for (const { resolve } of waiting) resolve();
    waiting = [];
  }

  function receive(pdu: PDU, send: (pdu: PDU) => boolean): void {
    const parsed = parseReceipt(pdu);
    const source = phoneOf(pdu.source_addr ?? '', pdu.source_addr_ton ?? 0, peer.country);
    const message = parsed ? null : readIncoming(pdu);
    if (!parsed && !message) log?.info({ link: name, source }, 'a deliver_sm of an unknown kind was ignored');
    const accept = () => void send(pdu.response());
    const refuse = (error: unknown) => {
      log?.warn(
        { link: name, source, id: parsed?.operatorId, error },
        'a deliver_sm could not be recorded; it will come again',
      );
      send(pdu.response({ command_status: smpp.errors.ESME_RX_T_APPN! }));
    };
    try {
      const recorded = parsed
        ? options.onReceipt({ ...parsed, source, receivedAt: new Date() })
        : message && options.onMessage?.({ ...message, from: source });
      if (recorded) {
        const done = recorded.then(accept, refuse).finally(() => recording.delete(done));
        recording.add(done);
      } else accept();
    } catch (error) {
      refuse(error);
    }
  }

  function drop(current: Session, reason: string): void {
    why ??= reason;
    current.destroy();
  }

  function gone(current: Session): void {
    if (current !== session) return;
    session = null;
    const reason = why ?? 'the connection was closed';
    sender.shut(reason);
    if (closing) return;
    const ceiling = Math.min(timing.reconnectMax, timing.reconnectMin * 2 ** attempts++);
    // Jitter, so that several links of one host do not come back in step.
    const wait = Math.max(timing.reconnectMin, ceiling * (0.5 + Math.random() / 2));
    log?.warn({ link: name, reason, wait: Math.round(wait) }, 'link down');
    setState('down', reason);
    retry = setTimeout(connect, wait);
  }

  function tick(): void {
    const now = Date.now();
    sender.sweep();
    if (!session) return;
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
  }

  async function shutDown(): Promise<void> {
    clearTimeout(retry);
    const error = 'the link was closed';
    const quiet = Promise.all([sender.drain(error), ...recording]);
    if (state === 'bound' && session) {
      await within(quiet, timing.close);
      await within(unbound(session), UNBIND_WAIT);
    }
    clearInterval(timer);
    session?.destroy();
    sender.shut(error);
    setState('closed');
    for (const { reject } of waiting) reject(new Error(error));
    waiting = [];
  }

  const timer = setInterval(tick, Math.max(5, Math.min(1000, ...Object.values(timing).map((ms) => ms / 4))));
  connect();

  return {
    name,
    get state() {
      return state;
    },
    get inFlight() {
      return sender.inFlight;
    },
    submit(message) {
      const parts = submitsOf(message);
      return Array.isArray(parts) ? sender.submit(parts) : Promise.resolve(parts);
    },
    ready() {
      if (closing) return Promise.reject(new Error('the link was closed'));
      if (state === 'bound') return Promise.resolve();
      return new Promise((resolve, reject) => waiting.push({ resolve, reject }));
    },
    close() {
      closing ??= shutDown();
      return closing;
    },
  };
}
