import { type AddressInfo, createServer } from 'node:net';
import {
  type Answer,
  isResponse,
  type OutgoingPdu,
  type Pdu,
  responseTo,
} from '../services/sending/smpp/codec/pdu.ts';
import { createSession, type Session } from '../services/sending/smpp/codec/session.ts';
import { STATUS, type StatusName, statusName } from '../services/sending/smpp/codec/statuses.ts';
import { contentOf, textOf } from '../services/sending/smpp/codec/text.ts';
import type { Settings } from './deliveryResult.ts';
import { deliveryResultOf } from './deliveryResult.ts';
import type { Journal } from './journal.ts';
import type { Accepted, Entry, Stats } from './ledger.ts';
import { createLedger } from './ledger.ts';
import { messagesFor, type SimulatorMessage } from './messages.ts';
import { createOutbox } from './outbox.ts';
import { createTurns } from './turns.ts';

interface SimulatorOptions {
  journal: Journal;
  user: string;
  password: string;
  settings: Settings;
}

/** The answer to `GET /stats`: the journalled counts, and the current state. */
export interface SimulatorStats extends Stats {
  /** Bound clients. */
  sessions: number;
  /** The most unanswered submit_sm ever of one client, and of all together. */
  mostUnanswered: number;
  mostUnansweredOfAll: number;
}

interface Waiting {
  client: Client;
  pdu: OutgoingPdu;
}

interface Client {
  session: Session;
  bound: boolean;
  canSubmit: boolean;
  unanswered: number;
}

/**
 * An operator's SMSC: accepts binds and messages, and sends receipts. Nothing is answered before it is in the journal, so
 * what a client was told stays true after SIGKILL.
 */
export async function createSimulator({ journal, user, password, settings }: SimulatorOptions) {
  let ledger = createLedger();
  const turns = createTurns();
  let unwritten: Entry[] = [];
  let acked: string[] = [];
  let sent = 0;
  let answers: Waiting[] = [];
  let flushing = false;
  let throttled = 0;
  let mostUnanswered = 0;
  let unanswered = 0;
  let mostUnansweredOfAll = 0;
  const clients = new Set<Client>();

  const outbox = createOutbox({
    open: () => settings.receipts,
    onSent(count) {
      sent += count;
      schedule();
    },
    onAcked(id) {
      acked.push(id);
      schedule();
    },
  });

  for await (const entry of journal.read()) ledger.apply(entry);
  for (const receipt of ledger.receipts.values()) outbox.add(receipt);

  function schedule(): void {
    if (flushing) return;
    flushing = true;
    // After the sockets' events of this turn, so that one write covers all of them.
    setImmediate(flush);
  }

  function flush(): void {
    flushing = false;
    if (sent > 0) record({ e: 'sent', count: sent });
    if (acked.length > 0) record({ e: 'acked', ids: acked });
    sent = 0;
    acked = [];
    journal.append(unwritten);
    unwritten = [];
    const batch = answers;
    answers = [];
    if (batch.length === 0) return;
    // After reading: writing to a connection that was reset meanwhile discards what arrived over it before.
    if (settings.latency > 0) setTimeout(() => setImmediate(answer, batch), settings.latency);
    else answer(batch);
  }

  function record(entry: Entry): void {
    ledger.apply(entry);
    unwritten.push(entry);
  }

  function answer(batch: Waiting[]): void {
    for (const { client, pdu } of batch) {
      client.unanswered--;
      if (clients.has(client)) unanswered--;
      client.session.send(pdu);
    }
  }

  function bind(client: Client, pdu: Pdu): void {
    const status: StatusName = client.bound
      ? 'ESME_RALYBND'
      : pdu.system_id === user && pdu.password === password
        ? 'ESME_ROK'
        : 'ESME_RINVPASWD';
    client.session.respond(pdu, { command_status: STATUS[status], system_id: 'simulator' });
    if (status === 'ESME_RINVPASWD') client.session.end();
    if (status !== 'ESME_ROK') return;
    client.bound = true;
    client.canSubmit = pdu.command !== 'bind_receiver';
    if (pdu.command !== 'bind_transmitter') outbox.bound(client.session);
  }

  function submit(client: Client, pdu: Pdu): void {
    client.unanswered++;
    mostUnanswered = Math.max(mostUnanswered, client.unanswered);
    unanswered++;
    mostUnansweredOfAll = Math.max(mostUnansweredOfAll, unanswered);
    const to = (pdu.destination_addr ?? '').replace(/\D/g, '');
    const turn = settings.perMessage && !pdu.fault ? turns.of(to, contentOf(pdu).part) : 0;
    const result = deliveryResultOf(to, settings, turn);
    const error = refusalOf(client, pdu, to, result.rejected);
    const at = Date.now();
    if (error) {
      record({ e: 'refused', to, error, at });
      later(client, pdu, { command_status: STATUS[error] });
      return;
    }
    const { octets, part } = contentOf(pdu);
    const text = textOf(octets, pdu.data_coding ?? 0) ?? octets.toString('latin1');
    const { state } = result;
    const entry: Accepted = {
      e: 'accepted',
      id: ledger.nextId(),
      from: pdu.source_addr ?? '',
      to,
      text,
      at,
      state,
    };
    if (part) entry.part = [part.reference, part.total, part.number];
    // registered_delivery (5.2.17): 1 requests any final state, 2 failures.
    const wanted = (pdu.registered_delivery ?? 0) & 3;
    if (wanted === 1 || (wanted === 2 && state !== 'DELIVRD'))
      entry.due = at + settings.receiptAfter + (result.late ? settings.lateBy : 0);
    record(entry);
    const receipt = ledger.receipts.get(entry.id);
    if (receipt) outbox.add(receipt, receipt.due + settings.latency);
    later(client, pdu, { message_id: entry.id });
  }

  function refusalOf(client: Client, pdu: Pdu, to: string, rejected: boolean): StatusName | null {
    if (pdu.fault) return statusName(pdu.fault) as StatusName;
    if (!client.canSubmit) return 'ESME_RINVBNDSTS';
    if (to === '' || rejected) return 'ESME_RINVDSTADR';
    throttled += settings.throttle;
    if (throttled < 1) return null;
    throttled--;
    return 'ESME_RTHROTTLED';
  }

  const server = createServer({ noDelay: true }, (socket) => {
    const session = createSession(socket, {
      onPdu: (pdu) => handle(client, pdu),
      onClose() {
        clients.delete(client);
        unanswered -= client.unanswered;
        outbox.left(session);
      },
    });
    const client: Client = { session, bound: false, canSubmit: false, unanswered: 0 };
    clients.add(client);
  });

  function handle(client: Client, pdu: Pdu): void {
    switch (pdu.command) {
      case 'submit_sm':
        submit(client, pdu);
        break;
      case 'deliver_sm_resp':
        outbox.answered(client.session, pdu.sequence_number, pdu.command_status);
        break;
      case 'bind_transceiver':
      case 'bind_transmitter':
      case 'bind_receiver':
        bind(client, pdu);
        break;
      case 'unbind':
        client.session.respond(pdu);
        client.session.end();
        break;
      case 'enquire_link':
      case null:
        client.session.respond(pdu);
        break;
      default:
        // It is not forwarded anywhere, so it is not acknowledged as done.
        if (!isResponse(pdu)) client.session.respond(pdu, { command_status: STATUS.ESME_RINVCMDID });
    }
  }

  /** Answers when the received data is in the journal. */
  function later(client: Client, pdu: Pdu, more: Answer): void {
    const response = responseTo(pdu, more);
    if (response) answers.push({ client, pdu: response });
    schedule();
  }

  return {
    /** Listens on the loopback interface; resolves with the port. */
    listen(port: number): Promise<number> {
      return new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
      });
    },
    stats(): SimulatorStats {
      flush();
      const sessions = [...clients].filter(({ bound }) => bound).length;
      return { ...ledger.stats(), sessions, mostUnanswered, mostUnansweredOfAll };
    },
    /** The messages for a number, in the order of their first part. Reads the whole journal. */
    messages(phone: string): Promise<SimulatorMessage[]> {
      flush();
      return messagesFor(journal, phone);
    },
    /** Sends a handset's reply to a client; see createOutbox. */
    answer: outbox.deliver,
    settings,
    change(patch: Partial<Settings>): void {
      Object.assign(settings, patch);
    },
    /** Clears everything, including the journal. */
    reset(): void {
      flush();
      journal.clear();
      outbox.clear();
      turns.clear();
      ledger = createLedger(ledger.lastId());
      mostUnanswered = 0;
      mostUnansweredOfAll = 0;
    },
    async close(): Promise<void> {
      outbox.close();
      flush();
      const closed = new Promise((resolve) => server.close(resolve));
      for (const { session } of clients) session.end();
      for (const { session } of clients) setTimeout(() => session.destroy(), 500).unref();
      await closed;
      flush();
      journal.close();
    },
  };
}

export type Simulator = Awaited<ReturnType<typeof createSimulator>>;
