import type { AddressInfo } from 'node:net';
import type { PDU, Session, ShortMessage } from 'smpp';
import smpp from 'smpp';
import type { Settings } from './fate.ts';
import { fateOf } from './fate.ts';
import type { Journal } from './journal.ts';
import type { Accepted, Entry, Stats } from './ledger.ts';
import { createLedger } from './ledger.ts';
import { createOutbox } from './outbox.ts';

interface SimulatorOptions {
  journal: Journal;
  user: string;
  password: string;
  settings: Settings;
}

/** What `GET /stats` answers: the journalled counts, and what is so at the moment. */
export interface SimulatorStats extends Stats {
  /** Clients that are bound. */
  sessions: number;
  /** The most submit_sm that one client ever had unanswered, and all clients together. */
  mostUnanswered: number;
  mostUnansweredOfAll: number;
}

/** What `GET /messages` answers for a number, each message whole or as far as it came. */
export interface SimulatorMessage {
  from: string;
  to: string;
  text: string;
  /** Parts that came, of `total`. */
  parts: number;
  total: number;
  ids: string[];
  state: string;
  at: string;
}

interface Client {
  session: Session;
  bound: boolean;
  maySubmit: boolean;
  unanswered: number;
}

/** Information element identifier of an 8-bit concatenation header (3GPP TS 23.040, 9.2.3.24.1). */
const CONCATENATED = 0x00;

/**
 * An operator's SMSC: takes binds and messages, and sends receipts. Nothing is answered before it is in the journal, so
 * what a client was told stays true after SIGKILL.
 */
export async function createSimulator({ journal, user, password, settings }: SimulatorOptions) {
  let ledger = createLedger();
  let unwritten: Entry[] = [];
  let acked: string[] = [];
  let sent = 0;
  let answers: { client: Client; pdu: PDU }[] = [];
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
    // After the sockets' events of this turn: one write for all of them.
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
    if (settings.latency > 0) setTimeout(answer, settings.latency, batch);
    else answer(batch);
  }

  function record(entry: Entry): void {
    ledger.apply(entry);
    unwritten.push(entry);
  }

  function answer(batch: { client: Client; pdu: PDU }[]): void {
    for (const { session } of clients) session.socket.cork();
    for (const { client, pdu } of batch) {
      client.unanswered--;
      if (clients.has(client)) unanswered--;
      client.session.send(pdu);
    }
    for (const { session } of clients) session.socket.uncork();
  }

  function bind(client: Client, pdu: PDU): void {
    const status = client.bound
      ? 'ESME_RALYBND'
      : pdu.system_id === user && pdu.password === password
        ? 'ESME_ROK'
        : 'ESME_RINVPASWD';
    client.session.send(pdu.response({ command_status: smpp.errors[status]!, system_id: 'simulator' }));
    if (status === 'ESME_RINVPASWD') client.session.close();
    if (status !== 'ESME_ROK') return;
    client.bound = true;
    client.maySubmit = pdu.command !== 'bind_receiver';
    if (pdu.command !== 'bind_transmitter') outbox.bound(client.session);
  }

  function submit(client: Client, pdu: PDU): void {
    client.unanswered++;
    mostUnanswered = Math.max(mostUnanswered, client.unanswered);
    unanswered++;
    mostUnansweredOfAll = Math.max(mostUnansweredOfAll, unanswered);
    const to = (pdu.destination_addr ?? '').replace(/\D/g, '');
    const fate = fateOf(to, settings);
    const error = refusalOf(client, to, fate.rejected);
    const at = Date.now();
    if (error) {
      record({ e: 'refused', to, error, at });
      answers.push({ client, pdu: pdu.response({ command_status: smpp.errors[error]! }) });
      schedule();
      return;
    }
    const { text, part } = contentOf(pdu);
    const { state } = fate;
    const entry: Accepted = {
      e: 'accepted',
      id: ledger.nextId(),
      from: pdu.source_addr ?? '',
      to,
      text,
      at,
      state,
    };
    if (part) entry.part = part;
    // registered_delivery (5.2.17): 1 asks for any final state, 2 for failures.
    const wanted = (pdu.registered_delivery ?? 0) & 3;
    if (wanted === 1 || (wanted === 2 && state !== 'DELIVRD'))
      entry.due = at + settings.receiptAfter + (fate.late ? settings.lateBy : 0);
    record(entry);
    const receipt = ledger.receipts.get(entry.id);
    if (receipt) outbox.add(receipt, receipt.due + settings.latency);
    answers.push({ client, pdu: pdu.response({ message_id: entry.id }) });
    schedule();
  }

  function refusalOf(client: Client, to: string, rejected: boolean): string | null {
    if (!client.maySubmit) return 'ESME_RINVBNDSTS';
    if (to === '' || rejected) return 'ESME_RINVDSTADR';
    throttled += settings.throttle;
    if (throttled < 1) return null;
    throttled--;
    return 'ESME_RTHROTTLED';
  }

  const server = smpp.createServer({ noDelay: true }, (session) => {
    const client: Client = { session, bound: false, maySubmit: false, unanswered: 0 };
    clients.add(client);
    session.on('error', () => session.destroy());
    session.on('close', () => {
      clients.delete(client);
      unanswered -= client.unanswered;
      outbox.left(session);
    });
    session.on('pdu', (pdu: PDU) => {
      switch (pdu.command) {
        case 'submit_sm':
          return submit(client, pdu);
        case 'deliver_sm_resp':
          return outbox.answered(session, pdu.sequence_number, pdu.command_status);
        case 'bind_transceiver':
        case 'bind_transmitter':
        case 'bind_receiver':
          return bind(client, pdu);
        case 'unbind':
          session.send(pdu.response());
          return session.close();
        default:
          if (!pdu.isResponse()) session.send(pdu.response());
      }
    });
  });

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
    /** The messages for a number, in the order of their first part. Reads the journal through. */
    async messages(phone: string): Promise<SimulatorMessage[]> {
      flush();
      const messages: (SimulatorMessage & { texts: string[] })[] = [];
      const open = new Map<string, SimulatorMessage & { texts: string[] }>();
      const to = phone.replace(/\D/g, '');
      for await (const entry of journal.read(`"to":"${to}"`)) {
        if (entry.e !== 'accepted' || entry.to !== to) continue;
        const { from, state, id, text } = entry;
        const [reference, total, number] = entry.part ?? [0, 1, 1];
        const key = `${from}|${reference}|${total}`;
        let message = open.get(key);
        if (!message) {
          const at = new Date(entry.at).toISOString();
          message = { from, to: `+${to}`, text: '', parts: 0, total, ids: [], state, at, texts: [] };
          open.set(key, message);
          messages.push(message);
        }
        message.ids[number - 1] = id;
        message.texts[number - 1] = text;
        message.parts = message.ids.filter(Boolean).length;
        if (message.parts === total) open.delete(key);
      }
      return messages.map(({ texts, ...message }) => ({ ...message, text: texts.join('') }));
    },
    /** Sends an answer from a handset on to a client; see createOutbox. */
    answer: outbox.deliver,
    settings,
    change(patch: Partial<Settings>): void {
      Object.assign(settings, patch);
    },
    /** Forgets everything, the journal too. */
    reset(): void {
      flush();
      journal.clear();
      outbox.clear();
      ledger = createLedger(ledger.lastId());
      mostUnanswered = 0;
      mostUnansweredOfAll = 0;
    },
    async close(): Promise<void> {
      outbox.close();
      flush();
      const closed = new Promise((resolve) => server.close(resolve));
      for (const { session } of clients) session.close();
      for (const { session } of clients) setTimeout(() => session.destroy(), 500).unref();
      await closed;
      flush();
      journal.close();
    },
  };
}

export type Simulator = Awaited<ReturnType<typeof createSimulator>>;

/** The decoded text and the place in a long message; npm smpp has decoded it by its own tables, not by ours. */
function contentOf(pdu: PDU): Pick<Accepted, 'text' | 'part'> {
  const { short_message, message_payload, sar_msg_ref_num, sar_total_segments, sar_segment_seqnum } = pdu;
  const short = (short_message ?? { message: '' }) as ShortMessage;
  const { message } = short.message.length > 0 ? short : ((message_payload ?? short) as ShortMessage);
  const text = typeof message === 'string' ? message : message.toString('latin1');
  const header = short.udh?.find((element) => element[0] === CONCATENATED && element.length === 5);
  if (header) return { text, part: [header[2]!, header[3]!, header[4]!] };
  if (!sar_total_segments) return { text };
  return { text, part: [sar_msg_ref_num ?? 0, sar_total_segments, sar_segment_seqnum ?? 0] };
}
