/**
 * The border between the dispatcher and the protocols: an operator link of any kind (smpp/link.ts, http/link.ts) is a `Link`.
 * A protocol uses no database; its worker does.
 */
export interface Link {
  readonly name: string;
  readonly state: LinkState;
  /** Parts that are written and unanswered. */
  readonly inFlight: number;
  /** Whether a message is in progress: a part is unanswered, or still to be written. */
  readonly isBusy: boolean;
  /** When the operator began to throttle, if it has accepted nothing since. */
  readonly throttledSince: Date | null;
  /** The operator asked to be left alone for longer than messages wait for a link: it takes none. */
  readonly isLeftAlone: boolean;
  /** Sends one message in turn; never rejects. `temporary` at once while the link is not bound. */
  submit(message: OutgoingSms): Promise<SubmitOutcome>;
  /** Changes window and rate without reconnecting. With a window of 0 nothing is written. */
  setLimits(limits: Limits): void;
  /** Recalls messages that were submitted but not started, all or a group: they become `temporary` with that reason. */
  recall(reason: string, group?: string): void;
  /** Resolves when the link is bound; rejects when it was closed. */
  ready(): Promise<void>;
  /**
   * Asks the operator for a message's result by its id; null if the answer could not be read, and it rejects without one.
   * Absent if the operator reports results by itself.
   */
  poll?(message: { operatorId: string; phone: string }): Promise<Receipt | null>;
  /** Whether results may be asked for now: the operator may want to be left alone. Absent without `poll`. */
  mayPoll?(): boolean;
  /** Starts no more messages, waits (bounded) for answers and receipts in progress, and disconnects. */
  close(): Promise<void>;
}

export type LinkState = 'connecting' | 'bound' | 'down' | 'closed';

/** What a link tells its worker, whatever its protocol. */
export interface LinkEvents {
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
}

export interface LinkLog {
  info(details: object, text: string): void;
  warn(details: object, text: string): void;
}

export interface Limits {
  /** Maximum unanswered parts; with 0 none is written. */
  window: number;
  /** Parts per second, may be fractional; 0 is no limit. */
  rate: number;
}

export interface OutgoingSms {
  /** A name, a phone or a short code, at most 20 ASCII characters. */
  from: string;
  /** E.164 with +. */
  to: string;
  text: string;
  /** Our id of the message, the same at every attempt, for operators that take one. */
  id?: string | undefined;
  /** When the operator gives up; defaults to its own value. */
  validity?: Date;
  /** Sent before everything that waits here, with priority at the operator. */
  urgent?: boolean;
  /** Messages that can be recalled together. */
  group?: string;
  /** Called at once, before anything else is written. Shared by many messages: `place` says which one. */
  watch?: SubmitWatch;
  place?: number;
}

/** The result of one message; `error` is the operator's code (in SMPP a name from 3.4, 5.1.3) or why the link failed. */
export type SubmitOutcome =
  /** Every part was accepted; one operator id per part, in order. */
  | { kind: 'submitted'; ids: string[] }
  /** Permanently refused; the operator has no part of it. */
  | { kind: 'rejected'; error: string }
  /** The operator has no part of it, and it may be retried; `unsent`: the operator never looked at it. */
  | { kind: 'temporary'; error: string; throttled: boolean; unsent?: true }
  /** A part is, or may be, with the operator and another is not: it must never be resent automatically. */
  | { kind: 'unknown'; error: string };

export interface SubmitWatch {
  /** The first part of a message is about to be written. */
  begun(place: number): void;
  settled(place: number, outcome: SubmitOutcome): void;
  /** It was unknown because answers were missing, and they came late. */
  late(place: number, outcome: SubmitOutcome): void;
}

/** The operator did not accept a part. */
export interface Refusal {
  /** The operator's code or words. */
  error: string;
  /** Whether the same part may be accepted later. */
  temporary: boolean;
  /** Whether the operator asks to slow down. */
  throttled: boolean;
  /** The operator never looked at it: it was not written, or there was no bind. */
  unsent?: true;
}

/** `read`: delivered, and read by the recipient. `pending` is intermediate, `unknown` means nothing: the message waits for another receipt. */
export type ReceiptStatus =
  | 'delivered'
  | 'read'
  | 'undelivered'
  | 'expired'
  | 'rejected'
  | 'pending'
  | 'unknown';

export interface Receipt {
  /** The operator's message id, in the notation of its answer to the submit. */
  operatorId: string;
  status: ReceiptStatus;
  /** The operator's error code as written; null if there is none or only zeros. */
  error: string | null;
  /** The recipient's phone in E.164, from the operator. */
  source: string;
}

/** A message written on a handset. */
export interface IncomingSms {
  /** The writer's phone in E.164, from the operator. */
  from: string;
  /** The address written to, from the operator: a sender's name or a short code. */
  to: string;
  text: string;
}
