import type { OutgoingPdu } from '../services/sending/smpp/codec/pdu.ts';
import type { Session } from '../services/sending/smpp/codec/session.ts';
import { ucs2Octets } from '../services/sending/smpp/codec/text.ts';
import type { DueReceipt, FinalState } from './ledger.ts';

/** A client bound as receiver or transceiver. */
interface Receiver {
  session: Session;
  unanswered: Map<number, DueReceipt>;
  /** Resolves the answer to a handset's message; null: the client left without one. */
  pendingAnswers: Map<number, (status: number | null) => void>;
}

/** A message written on a handset. */
export interface HandsetSms {
  /** E.164. */
  from: string;
  /** The sender's name or short code that it replies to. */
  to: string;
  text: string;
}

interface OutboxOptions {
  /** Whether receipts may be sent now. */
  open(): boolean;
  onSent(count: number): void;
  onAcked(id: string): void;
}

const WINDOW = 200;
const TICK = 10;
const RETRY_AFTER = 500;

/** esm_class: a delivery receipt (SMPP 3.4, 5.2.12). */
const RECEIPT = 0x04;
const STATES: Readonly<Record<FinalState, { state: number; error: string }>> = {
  DELIVRD: { state: 2, error: '000' },
  EXPIRED: { state: 3, error: '027' },
  UNDELIV: { state: 5, error: '001' },
};

/**
 * Sends due receipts to any bound client, and again when a client leaves without an answer or answers with an error, as
 * operators do.
 */
export function createOutbox({ open, onSent, onAcked }: OutboxOptions) {
  const receivers: Receiver[] = [];
  /** Receipts by the tick in which they are due. */
  const wheel = new Map<number, DueReceipt[]>();
  let turned = 0;
  let ready: DueReceipt[] = [];
  let first = 0;
  let turn = 0;
  /** Runs while a receipt waits, so that an idle operator costs nothing. */
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  function keepTurning(): void {
    if (timer || isClosed) return;
    turned = Math.floor(Date.now() / TICK);
    timer = setInterval(tick, TICK);
  }

  function rest(): void {
    clearInterval(timer);
    timer = undefined;
  }

  function add(receipt: DueReceipt, due = receipt.due): void {
    keepTurning();
    const slot = Math.max(turned + 1, Math.ceil(due / TICK));
    const bucket = wheel.get(slot);
    if (bucket) bucket.push(receipt);
    else wheel.set(slot, [receipt]);
  }

  function tick(): void {
    const now = Math.floor(Date.now() / TICK);
    while (turned < now && wheel.size > 0) {
      turned++;
      for (const receipt of wheel.get(turned) ?? []) ready.push(receipt);
      wheel.delete(turned);
    }
    turned = now;
    // After reading, as in simulator.ts.
    setImmediate(pump);
    if (wheel.size === 0 && first === ready.length) rest();
  }

  function pump(): void {
    if (!open()) return;
    let sent = 0;
    while (first < ready.length) {
      const receiver = nextReceiver();
      if (!receiver) break;
      const receipt = ready[first]!;
      const sequence = receiver.session.send(deliverSm(receipt));
      if (sequence === null) break;
      receiver.unanswered.set(sequence, receipt);
      first++;
      sent++;
    }
    if (sent > 0) onSent(sent);
    if (first > 10_000) {
      ready = ready.slice(first);
      first = 0;
    }
  }

  function nextReceiver(): Receiver | undefined {
    for (let i = 0; i < receivers.length; i++) {
      turn = (turn + 1) % receivers.length;
      const receiver = receivers[turn]!;
      if (receiver.unanswered.size < WINDOW && receiver.session.isOpen) return receiver;
    }
    return undefined;
  }

  return {
    add,
    bound(session: Session): void {
      receivers.push({ session, unanswered: new Map(), pendingAnswers: new Map() });
      pump();
    },
    left(session: Session): void {
      const index = receivers.findIndex((receiver) => receiver.session === session);
      if (index < 0) return;
      const [receiver] = receivers.splice(index, 1);
      for (const receipt of receiver!.unanswered.values()) ready.push(receipt);
      for (const answer of receiver!.pendingAnswers.values()) answer(null);
      pump();
      keepTurning();
    },
    /** Handles a deliver_sm_resp. */
    answered(session: Session, sequence: number, status: number): void {
      const receiver = receivers.find((one) => one.session === session);
      receiver?.pendingAnswers.get(sequence)?.(status);
      receiver?.pendingAnswers.delete(sequence);
      const receipt = receiver?.unanswered.get(sequence);
      if (!receiver || !receipt) return;
      receiver.unanswered.delete(sequence);
      if (status === 0) onAcked(receipt.id);
      else add(receipt, Date.now() + RETRY_AFTER);
      if (receiver.unanswered.size < WINDOW / 2) pump();
    },
    /**
     * Sends a handset's message to one of the clients; returns its command_status, or null if it left without one.
     * Undefined if nobody is bound.
     */
    deliver(message: HandsetSms): Promise<number | null> | undefined {
      const receiver = nextReceiver();
      const sequence = receiver?.session.send(handsetSm(message)) ?? null;
      if (!receiver || sequence === null) return undefined;
      return new Promise((resolve) => receiver.pendingAnswers.set(sequence, resolve));
    },
    clear(): void {
      wheel.clear();
      ready = [];
      first = 0;
      for (const { unanswered } of receivers) unanswered.clear();
    },
    close(): void {
      isClosed = true;
      rest();
    },
  };
}

/** A receipt (SMPP 3.4, Appendix B) with both the text and the TLVs of 4.6.1, as most operators send it. */
function deliverSm({ id, from, to, state, at }: DueReceipt): OutgoingPdu {
  const { state: message_state, error } = STATES[state];
  const delivered = state === 'DELIVRD' ? '001' : '000';
  const dates = `submit date:${minute(at)} done date:${minute(Date.now())}`;
  const text = `id:${id} sub:001 dlvrd:${delivered} ${dates} stat:${state} err:${error} text:`;
  return {
    command: 'deliver_sm',
    source_addr_ton: 1,
    source_addr_npi: 1,
    source_addr: to,
    destination_addr: from,
    esm_class: RECEIPT,
    data_coding: 0,
    short_message: Buffer.from(text, 'ascii'),
    receipted_message_id: id,
    message_state,
  };
}

/** Plain letters in the SMSC's default alphabet, everything else in UCS-2 (5.2.19). */
function handsetSm({ from, to, text }: HandsetSms): OutgoingPdu {
  const isPlain = /^[\n\r A-Za-z0-9!"#%&'()*+,./:;<=>?-]*$/.test(text);
  return {
    command: 'deliver_sm',
    source_addr_ton: 1,
    source_addr_npi: 1,
    source_addr: from.replace(/\D/g, ''),
    destination_addr: to,
    esm_class: 0,
    data_coding: isPlain ? 0 : 8,
    short_message: isPlain ? Buffer.from(text, 'ascii') : ucs2Octets(text),
  };
}

let cached = { minute: -1, text: '' };
/** YYMMDDhhmm in UTC. */
function minute(at: number): string {
  const number = Math.floor(at / 60_000);
  if (number !== cached.minute)
    cached = { minute: number, text: new Date(at).toISOString().replace(/\D/g, '').slice(2, 12) };
  return cached.text;
}
