import { hash } from 'node:crypto';

/** The simulator's final states, as in a receipt's text (SMPP 3.4, Appendix B). */
export type FinalState = 'DELIVRD' | 'UNDELIV' | 'EXPIRED';

/** An accepted submit_sm. `to` has digits only; times are in milliseconds since 1970. */
export interface Accepted {
  e: 'accepted';
  id: string;
  from: string;
  to: string;
  text: string;
  /** Reference, total and number from the concatenation header. */
  part?: [reference: number, total: number, number: number];
  at: number;
  state: FinalState;
  /** When its receipt is due; absent if none was requested. */
  due?: number;
}

/** One line of the journal. */
export type Entry =
  | Accepted
  | { e: 'refused'; to: string; error: string; at: number }
  | { e: 'sent'; count: number }
  | { e: 'acked'; ids: string[] };

/** A receipt that the client has not acknowledged. */
export interface DueReceipt {
  id: string;
  from: string;
  to: string;
  state: FinalState;
  at: number;
  due: number;
}

/** The answer to `GET /stats`. */
export interface Stats {
  /** submit_sm accepted. */
  pdus: number;
  /** Complete messages: those of one part, and those with all parts. */
  messages: number;
  /** Complete messages that repeat source, destination and text of an earlier one. */
  duplicates: number;
  /** Long messages with a missing part. */
  incomplete: number;
  /** Refused submit_sm, including throttled ones. */
  refused: number;
  throttled: number;
  /** deliver_sm sent (including repetitions), acknowledged, and receipts not yet acknowledged. */
  receipts: { sent: number; acked: number; pending: number };
  /** When the first and the last submit_sm were accepted. */
  firstAt: number | null;
  lastAt: number | null;
}

/**
 * The operator's books, computed from the journal's entries: the same code counts live events and those read back after a
 * crash. Instead of texts it keeps 52 bits of their hash, so a million messages take some tens of megabytes.
 */
export function createLedger(lastId = 0) {
  const stats = { pdus: 0, messages: 0, duplicates: 0, refused: 0, throttled: 0, sent: 0, acked: 0 };
  let firstAt: number | null = null;
  let lastAt: number | null = null;
  const seen = new Set<number>();
  const partial = new Map<string, string[]>();
  const receipts = new Map<string, DueReceipt>();

  function accepted(entry: Accepted): void {
    const { id, from, to, at, state, due } = entry;
    stats.pdus++;
    firstAt ??= at;
    lastAt = at;
    lastId = Math.max(lastId, Number.parseInt(id, 16));
    if (due !== undefined) receipts.set(id, { id, from, to, state, at, due });
    const text = whole(entry);
    if (text === null) return;
    stats.messages++;
    const print = Number.parseInt(hash('sha1', `${from}|${to}|${text}`).slice(0, 13), 16);
    if (seen.has(print)) stats.duplicates++;
    else seen.add(print);
  }

  /** The text of the message that this part completes; null while a part is missing. */
  function whole({ from, to, text, part }: Accepted): string | null {
    if (!part) return text;
    const [reference, total, number] = part;
    const key = `${from}|${to}|${reference}|${total}`;
    const texts = partial.get(key) ?? new Array<string>(total);
    texts[number - 1] = text;
    partial.set(key, texts);
    for (let i = 0; i < total; i++) if (texts[i] === undefined) return null;
    partial.delete(key);
    return texts.join('');
  }

  return {
    receipts,
    lastId: (): number => lastId,
    /** At least eight hexadecimal digits, never repeated, not even after a restart. */
    nextId(): string {
      lastId++;
      return lastId.toString(16).padStart(8, '0');
    },
    apply(entry: Entry): void {
      switch (entry.e) {
        case 'accepted':
          accepted(entry);
          break;
        case 'refused':
          stats.refused++;
          if (entry.error === 'ESME_RTHROTTLED') stats.throttled++;
          break;
        case 'sent':
          stats.sent += entry.count;
          break;
        case 'acked':
          for (const id of entry.ids) if (receipts.delete(id)) stats.acked++;
      }
    },
    stats(): Stats {
      const { sent, acked, ...counts } = stats;
      const pending = receipts.size;
      return { ...counts, incomplete: partial.size, receipts: { sent, acked, pending }, firstAt, lastAt };
    },
  };
}
