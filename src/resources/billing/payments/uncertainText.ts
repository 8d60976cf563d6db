import { offers } from '../../../core/offers.ts';

/**
 * The text's key for a payment without an answer. The specification has no Idempotency-Key: only a server that has
 * our additions to paying is known to make a repeated request once.
 */
export const uncertainText = (): string =>
  `payments.failure.uncertainText${offers('payment-methods') ? '' : 'Once'}`;
