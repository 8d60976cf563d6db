import { namesItsFeatures } from '../../../core/offers.ts';

/** What other APIs call a sender ID that is not approved, or not any more. */
const notUsable = /^(pending|rejected|suspended|blocked|inactive|disabled|expired|false)$/i;

/**
 * Whether messages may be sent from a sender ID with this status. Another API may have a word of its own for it, or none: it
 * refuses the campaign if it may not.
 */
export const isUsable = (status: unknown): boolean =>
  namesItsFeatures() ? status === 'approved' : !notUsable.test(String(status));
