import { z } from 'zod';
import type { FinalState } from './ledger.ts';

const share = z.number().min(0).max(1);
const milliseconds = z.number().int().min(0).max(3_600_000);

/** The simulated operator's behaviour. `PUT /settings` accepts any of these. */
export const settingsSchema = z.strictObject({
  /** Share of numbers that are accepted and never delivered. */
  undelivered: share,
  /** Share of numbers that are permanently refused at submit. */
  rejected: share,
  /** Whether a number's next message may end otherwise than its last one: the shares are then those of messages. */
  perMessage: z.boolean(),
  /** Share of numbers whose receipt comes `lateBy` later. */
  late: share,
  lateBy: milliseconds,
  /** Share of submits, evenly distributed, that are refused with ESME_RTHROTTLED. */
  throttle: share,
  /** What the HTTP operator says in Retry-After when it throttles; nothing if it is empty. */
  retryAfter: z.string().max(100),
  /** Delay of an answer to a submit. */
  latency: milliseconds,
  /** Delay of a receipt after its submit. */
  receiptAfter: milliseconds,
  /** False holds the receipts back until it is true again. */
  receipts: z.boolean(),
  /**
   * How the HTTP operator answers a message that it has accepted: as it should, with a 500, an HTML page, half a JSON, without
   * an id, by cutting the connection, or never.
   */
  answers: z.enum(['proper', 'error', 'html', 'garbage', 'nameless', 'cut', 'silent']),
});

export type Settings = z.infer<typeof settingsSchema>;

export const defaults: Settings = {
  undelivered: 0.05,
  rejected: 0,
  perMessage: false,
  late: 0,
  lateBy: 5_000,
  throttle: 0,
  retryAfter: '',
  latency: 0,
  receiptAfter: 100,
  receipts: true,
  answers: 'proper',
};

export interface DeliveryResult {
  rejected: boolean;
  state: FinalState;
  late: boolean;
}

/** Last digits that determine the result, whatever the shares are. */
const MAGIC: Readonly<Record<string, DeliveryResult>> = {
  '0001': { rejected: false, state: 'UNDELIV', late: false },
  '0002': { rejected: true, state: 'UNDELIV', late: false },
  '0003': { rejected: false, state: 'DELIVRD', late: true },
  '0004': { rejected: false, state: 'EXPIRED', late: false },
};

/**
 * The result of a message for a number, always the same for the same number and shares: numbers ending in 0001 are
 * undelivered, 0002 rejected at submit, 0003 delivered late, 0004 expired; the others by the shares. `turn`: which of the
 * number's messages it is, where they may end differently (turns.ts).
 */
export function deliveryResultOf(
  to: string,
  { undelivered, rejected, late }: Settings,
  turn = 0,
): DeliveryResult {
  const magic = MAGIC[to.slice(-4)];
  if (magic) return magic;
  const place = fraction(turn === 0 ? to : `${to} ${turn}`);
  return {
    rejected: place < rejected,
    state: place < rejected + undelivered ? 'UNDELIV' : 'DELIVRD',
    late: late > 0 && fraction(`${to} late`) < late,
  };
}

/** The same for Viber messages, whose other numbers have the result of an SMS. */
const VIBER: Readonly<Record<string, DeliveryResult>> = {
  '0005': { rejected: false, state: 'DELIVRD', late: false },
  '0006': { rejected: false, state: 'DELIVRD', late: false },
  '0007': { rejected: true, state: 'UNDELIV', late: false },
  '0008': { rejected: false, state: 'UNDELIV', late: false },
};

/**
 * The result of a Viber message: numbers ending in 0005 are read after they are delivered, of 0006 nothing is ever reported,
 * 0007 do not use Viber and are refused, 0008 are undelivered. Over SMS these are as any other.
 */
export const viberResultOf = (to: string, settings: Settings, turn?: number): DeliveryResult =>
  VIBER[to.slice(-4)] ?? deliveryResultOf(to, settings, turn);

/** Whether a Viber message to a number is read after it is delivered. */
export const isRead = (to: string): boolean => to.endsWith('0005');
/** Whether a Viber message to a number is accepted, and nothing is reported of it. */
export const neverConfirms = (to: string): boolean => to.endsWith('0006');

/** FNV-1a with murmur3's final mix; without it, neighbouring numbers would get similar values. 0 <= fraction < 1. */
function fraction(text: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return ((h ^ (h >>> 16)) >>> 0) / 2 ** 32;
}
