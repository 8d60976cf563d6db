import type { Pdu } from './codec/pdu.ts';
import type { Session } from './codec/session.ts';
import { STATUS, statusName } from './codec/statuses.ts';
import type { Connection, ConnectionState, LinkLog } from './connection.ts';
import { createConnection } from './connection.ts';
import { idReader } from './ids.ts';
import { type IncomingSms, readIncoming } from './incoming.ts';
import type { OutgoingSms, SubmitOutcome } from './message.ts';
import { phoneOf, submitsOf } from './message.ts';
import type { ParsedReceipt } from './receipt.ts';
import { parseReceipt } from './receipt.ts';
import type { Limits } from './sender.ts';
import { createSender } from './sender.ts';
import type { LinkTiming } from './settings.ts';
import { readUrl, TIMING } from './settings.ts';
import { within } from './within.ts';

export type LinkState = 'connecting' | 'bound' | 'down' | 'closed';

export interface Receipt extends ParsedReceipt {
  /** The recipient's phone in E.164, from the operator (the receipt's source). */
  source: string;
}

export interface LinkOptions {
  name: string;
  /**
   * smpp://user:password@host:port?window=100&rate=0&system_type=&country=977, or smpps:// for TLS. User and password are
   * percent-encoded; window in unanswered parts, rate in parts per second (0: no limit), country is the calling code of
   * national numbers in receipts. More are described in schema/operatorLink.ts: `long` (long_messages), `ids`
   * (message_ids), `bind` (bind_mode); and `ca` (tls_ca, or a file with it) and `tls_name`.
   */
  url: string;
  /**
   * Records a receipt. It is acknowledged to the operator when the promise resolves; if it rejects, it is temporarily
   * refused, so that the operator sends it again.
   */
  onReceipt(receipt: Receipt): void | Promise<void>;
  /** Records a reply from a handset, acknowledged like a receipt. Without it, replies are ignored. */
  onMessage?(message: IncomingSms): void | Promise<void>;
  onState?(state: LinkState, why?: string): void;
  /** Called before octets are sent to the operator; if it throws, they are not sent and the connection ends. */
  onWrite?(): void;
  log?: LinkLog;
  /** The current time, for status reports. */
  now?(): Date;
  timing?: Partial<LinkTiming>;
}

export interface Link {
  readonly name: string;
  readonly state: LinkState;
  /** Parts that are written and unanswered. */
  readonly inFlight: number;
  /** Whether a message is in progress: a part is unanswered, or still to be written. */
  readonly isBusy: boolean;
  /** When the operator began to throttle, if it has accepted nothing since. */
  readonly throttledSince: Date | null;
  /** Sends one message in turn; never rejects. `temporary` at once while the link is not bound. */
  submit(message: OutgoingSms): Promise<SubmitOutcome>;
  /** Changes window and rate without reconnecting. With a window of 0 nothing is written. */
  setLimits(limits: Limits): void;
  /** Recalls messages that were submitted but not started, all or a group: they become `temporary` with that reason. */
  recall(reason: string, group?: string): void;
  /** Resolves when the link is bound; rejects when it was closed. */
  ready(): Promise<void>;
  /** Starts no more messages, waits (bounded) for answers and receipts in progress, and unbinds. */
  close(): Promise<void>;
}

/**
 * One operator link: a transceiver (SMPP 3.4, 4.1.5), or a transmitter and a receiver, that keep themselves bound; the link
 * is bound when all are. SubmitOutcome explains the outcomes, and createSender when a message of several parts gets which.
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
    giveBackAfter: timing.giveBack,
    onSilent(reason) {
      for (const connection of connections) connection.drop(reason);
    },
    now: options.now ?? (() => new Date()),
  });

  let state: LinkState = 'connecting';
  const ids = idReader(peer.ids);
  const bindings =
    peer.bindMode === 'separate' ? (['transmitter', 'receiver'] as const) : (['transceiver'] as const);
  const states = new Map<string, { state: ConnectionState; reason: string | undefined }>(
    bindings.map((bindAs) => [bindAs, { state: 'connecting', reason: undefined }]),
  );
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

  /** Its state is that of its worst connection. */
  function follow(bindAs: string, next: ConnectionState, why?: string): void {
    states.set(bindAs, { state: next, reason: why });
    if (closing) return;
    const all = [...states.values()];
    const worst = all.find((one) => one.state === 'down') ?? all.find((one) => one.state === 'connecting');
    setState(worst?.state ?? 'bound', worst?.reason);
    if (state !== 'bound') return;
    for (const { resolve } of waiting) resolve();
    waiting = [];
  }

  function connect(bindAs: (typeof bindings)[number]): Connection {
    return createConnection({
      ...{ name, peer, bindAs, timing, log, onWrite: options.onWrite },
      onState: (next, reason) => follow(bindAs, next, reason),
      onBound(session) {
        if (bindAs !== 'receiver') sender.open((submit) => session.send(submit));
      },
      onGone(reason) {
        if (bindAs !== 'receiver') sender.shut(reason);
      },
      onPdu: handle,
      isTrusted: () => !sender.isSilent,
    });
  }

  function handle(pdu: Pdu, session: Session): boolean {
    switch (pdu.command) {
      case 'submit_sm_resp':
      case 'generic_nack': {
        // A nack never accepts, whatever its status says.
        const status = pdu.command_status || (pdu.command === 'generic_nack' ? STATUS.ESME_RUNKNOWNERR : 0);
        const id = ids.answered(pdu.message_id ?? '');
        if (!sender.answered(pdu.sequence_number, status, id))
          log?.warn({ link: name, status, id }, 'an answer came too late or for nothing sent');
        return true;
      }
      case 'deliver_sm':
      // Some operators send their receipts like this (4.7).
      case 'data_sm':
        receive(pdu, session);
        return true;
      default:
        return false;
    }
  }

  function receive(pdu: Pdu, session: Session): void {
    const parsed = parseReceipt(pdu);
    const source = phoneOf(pdu.source_addr ?? '', pdu.source_addr_ton ?? 0, peer.country);
    const message = parsed ? null : readIncoming(pdu);
    const answer = (command_status: number) => session.respond(pdu, { command_status });
    if (!parsed && pdu.fault) {
      log?.warn({ link: name, source, error: statusName(pdu.fault) }, 'a deliver_sm could not be read');
      answer(pdu.fault);
      return;
    }
    if (!parsed && !message) log?.info({ link: name, source }, 'a deliver_sm of an unknown kind was ignored');
    const accept = () => void answer(STATUS.ESME_ROK);
    const refuse = (error: unknown) => {
      log?.warn(
        { link: name, source, id: parsed?.operatorId, error },
        'a deliver_sm could not be recorded; it will come again',
      );
      answer(STATUS.ESME_RX_T_APPN);
    };
    try {
      const recorded = parsed
        ? options.onReceipt({
            ...parsed,
            operatorId: ids.receipted(parsed.operatorId),
            source,
          })
        : message && options.onMessage?.({ ...message, from: source });
      if (recorded) {
        const done = recorded.then(accept, refuse).finally(() => recording.delete(done));
        recording.add(done);
      } else accept();
    } catch (error) {
      refuse(error);
    }
  }

  function tick(): void {
    sender.sweep();
    for (const connection of connections) connection.tick();
  }

  async function shutDown(): Promise<void> {
    for (const connection of connections) connection.end();
    const error = 'the link was closed';
    const quiet = Promise.all([sender.drain(error), ...recording]);
    if (connections.some((connection) => connection.state === 'bound')) await within(quiet, timing.close);
    await Promise.all(connections.map((connection) => connection.unbind()));
    clearInterval(timer);
    for (const connection of connections) connection.destroy();
    sender.shut(error);
    setState('closed');
    for (const { reject } of waiting) reject(new Error(error));
    waiting = [];
  }

  const timer = setInterval(tick, Math.max(5, Math.min(1000, ...Object.values(timing).map((ms) => ms / 4))));
  const connections = bindings.map(connect);

  return {
    name,
    get state() {
      return state;
    },
    get inFlight() {
      return sender.inFlight;
    },
    get isBusy() {
      return sender.isBusy;
    },
    get throttledSince() {
      return sender.throttledSince;
    },
    submit(message) {
      const parts = submitsOf(message, peer.long);
      return Array.isArray(parts) ? sender.submit(parts, message) : Promise.resolve(parts);
    },
    setLimits: (limits) => sender.setLimits(limits),
    recall: sender.recall,
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
