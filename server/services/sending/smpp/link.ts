import type { Link, LinkEvents } from '../link/link.ts';
import { linkOver } from '../link/linkOver.ts';
import { phoneOf } from '../link/phoneOf.ts';
import { createSender } from '../link/sender.ts';
import type { Write } from '../link/senderInterface.ts';
import { CLOSED, createStateKeeper } from '../link/stateKeeper.ts';
import { within } from '../link/within.ts';
import type { Answerable, Pdu } from './codec/pdu.ts';
import type { Session } from './codec/session.ts';
import { STATUS, statusName } from './codec/statuses.ts';
import type { Connection, ConnectionState } from './connection.ts';
import { createConnection } from './connection.ts';
import { idReader } from './ids.ts';
import { readIncoming } from './incoming.ts';
import { type Submit, submitsOf } from './message.ts';
import { parseReceipt } from './receipt.ts';
import type { LinkTiming } from './settings.ts';
import { readUrl, TIMING } from './settings.ts';
import { refusalOf } from './status.ts';

export interface LinkOptions extends LinkEvents {
  name: string;
  /**
   * smpp://user:password@host:port?window=100&rate=0&system_type=&country=977, or smpps:// for TLS. User and password are
   * percent-encoded; window in unanswered parts, rate in parts per second (0: no limit), country is the calling code of
   * national numbers in receipts. More are described in schema/operatorLink.ts: `long` (long_messages), `ids`
   * (message_ids), `bind` (bind_mode); and `ca` (tls_ca, or a file with it) and `tls_name`.
   */
  url: string;
  timing?: Partial<LinkTiming>;
}

/** A deliver_sm that is being recorded. Keeps nothing else of the PDU, because in a burst many thousands wait. */
interface Unanswered extends Answerable {
  session: Session;
  source: string;
  id: string | undefined;
}

/**
 * One operator link: a transceiver (SMPP 3.4, 4.1.5), or a transmitter and a receiver, that keep themselves bound; the link
 * is bound when all are. The receiver connects once the transmitter is bound, and if it cannot be bound the transmitter is
 * given up until the next attempt: otherwise two workers could each keep for ever what the other one lacks. SubmitOutcome
 * explains the outcomes, and createSender when a message of several parts gets which.
 * @throws TypeError for a URL that is not smpp:// or smpps://.
 */
export function createLink(options: LinkOptions): Link {
  const { name, log } = options;
  const timing: LinkTiming = { ...TIMING, ...options.timing };
  const peer = readUrl(options.url);
  const { window, rate } = peer;
  const sender = createSender<Submit>({
    window,
    rate,
    responseTimeout: timing.response,
    throttlePause: timing.throttle,
    giveBackAfter: timing.giveBack,
    onSilent() {
      for (const connection of connections) connection.drop('the operator answers no submit_sm');
    },
    now: options.now ?? (() => new Date()),
  });

  const keeper = createStateKeeper(name, options);
  const ids = idReader(peer.ids);
  const bindings =
    peer.bindMode === 'separate' ? (['transmitter', 'receiver'] as const) : (['transceiver'] as const);
  const states = new Map<string, { state: ConnectionState; reason: string | undefined }>(
    bindings.map((bindAs) => [bindAs, { state: 'connecting', reason: undefined }]),
  );
  /** By what they wait for: receipts that are recorded together share a promise. */
  const unanswered = new Map<Promise<void>, Unanswered[]>();
  let onRecorded = () => {};
  let write: Write<Submit> | null = null;

  /** Its state is that of its worst connection. */
  function follow(bindAs: string, next: ConnectionState, why?: string): void {
    states.set(bindAs, { state: next, reason: why });
    if (keeper.isClosing) return;
    const all = [...states.values()];
    const worst = all.find((one) => one.state === 'down') ?? all.find((one) => one.state === 'connecting');
    keeper.set(worst?.state ?? 'bound', worst?.reason);
  }

  function connect(bindAs: (typeof bindings)[number]): Connection {
    const isReceiver = bindAs === 'receiver';
    return createConnection({
      ...{ name, peer, bindAs, timing, log, onWrite: options.onWrite },
      mayConnect: () => !isReceiver || states.get('transmitter')?.state === 'bound',
      onState: (next, reason) => follow(bindAs, next, reason),
      onBound(session) {
        if (!isReceiver) write = (submit) => session.send(submit);
        if (write && keeper.state === 'bound') sender.open(write);
        else connections[1]?.wake();
      },
      onLeaving(reason) {
        if (!isReceiver) sender.pause(reason);
      },
      isAnswered: () => isReceiver || sender.inFlight === 0,
      onGone(reason) {
        if (isReceiver) sender.drain(reason);
        else sender.shut(reason);
      },
      onPdu: (pdu, session) => handle(pdu, session, isReceiver),
      // Half a link proves nothing: if its delays began anew, two workers could go on colliding.
      isTrusted: () => !sender.isSilent && keeper.state === 'bound',
    });
  }

  function handle(pdu: Pdu, session: Session, isReceiver: boolean): boolean {
    switch (pdu.command) {
      case 'submit_sm_resp':
      case 'generic_nack': {
        // A nack never accepts, whatever its status says.
        const status = pdu.command_status || (pdu.command === 'generic_nack' ? STATUS.ESME_RUNKNOWNERR : 0);
        const id = ids.answered(pdu.message_id ?? '');
        // Each connection counts its requests by itself, and messages are written to the other one.
        if (isReceiver || !sender.answered(pdu.sequence_number, status ? refusalOf(status) : null, id))
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
    if (!parsed && pdu.fault) {
      log?.warn({ link: name, source, error: statusName(pdu.fault) }, 'a deliver_sm could not be read');
      session.respond(pdu, { command_status: pdu.fault });
      return;
    }
    if (!parsed && !message) log?.info({ link: name, source }, 'a deliver_sm of an unknown kind was ignored');
    const { command, command_id, sequence_number } = pdu;
    const answer = { command, command_id, sequence_number, session, source, id: parsed?.operatorId };
    try {
      const recorded = parsed
        ? options.onReceipt({
            ...parsed,
            operatorId: ids.receipted(parsed.operatorId),
            source,
          })
        : message && options.onMessage?.({ ...message, from: source });
      if (recorded) answerWhen(recorded, answer);
      else accept(answer);
    } catch (error) {
      refuse(answer, error);
    }
  }

  function answerWhen(recorded: Promise<void>, answer: Unanswered): void {
    const others = unanswered.get(recorded);
    if (others) {
      others.push(answer);
      return;
    }
    const all = [answer];
    unanswered.set(recorded, all);
    const answerAll = (one: (answer: Unanswered) => void) => {
      unanswered.delete(recorded);
      all.forEach(one);
      if (unanswered.size === 0) onRecorded();
    };
    void recorded.then(
      () => answerAll(accept),
      (error: unknown) => answerAll((one) => refuse(one, error)),
    );
  }

  function accept(answer: Unanswered): void {
    answer.session.respond(answer, { command_status: STATUS.ESME_ROK });
  }

  function refuse(answer: Unanswered, error: unknown): void {
    const { session, source, id } = answer;
    log?.warn({ link: name, source, id, error }, 'a deliver_sm could not be recorded; it will come again');
    session.respond(answer, { command_status: STATUS.ESME_RX_T_APPN });
  }

  function tick(): void {
    sender.sweep();
    for (const connection of connections) connection.tick();
    const [transmitter, receiver] = connections;
    if (receiver?.isTurnedAway && !sender.isBusy) transmitter?.release(states.get('receiver')?.reason ?? '');
  }

  async function shutDown(): Promise<void> {
    for (const connection of connections) connection.end();
    const recorded = new Promise<void>((resolve) => {
      onRecorded = resolve;
      if (unanswered.size === 0) resolve();
    });
    const quiet = Promise.all([sender.drain(CLOSED), recorded]);
    if (connections.some((connection) => connection.isHeard)) await within(quiet, timing.close);
    await Promise.all(connections.map((connection) => connection.unbind()));
    clearInterval(timer);
    for (const connection of connections) connection.destroy();
    sender.shut(CLOSED);
    keeper.set('closed');
  }

  const timer = setInterval(tick, Math.max(5, Math.min(1000, ...Object.values(timing).map((ms) => ms / 4))));
  const connections = bindings.map(connect);

  const inside = { name, keeper, sender };
  return linkOver(inside, {
    shutDown,
    submit(message) {
      const parts = submitsOf(message, peer.long);
      return Array.isArray(parts) ? sender.submit(parts, message) : Promise.resolve(parts);
    },
  });
}
