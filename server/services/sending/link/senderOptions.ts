import type { Limits } from './link.ts';

export interface SenderOptions extends Limits {
  /** Milliseconds until an unanswered part counts as lost. */
  responseTimeout: number;
  /** Milliseconds of the first pause when the operator throttles; each further one is twice as long. */
  throttlePause: number;
  /** Milliseconds of throttling until waiting messages are given back, so that other links can take them. */
  giveBackAfter: number;
  /** The operator accepts messages without answering: the link should reconnect. */
  onSilent?(): void;
  /** The current time, for status reports. */
  now(): Date;
}
