import type { Handlers } from '../../server/jobs/queue.ts';

const idle = async () => {};

/** Handlers of a queue that do nothing, for tests that look at one of them. */
export const idleHandlers: Handlers = {
  'contact-import': idle,
  'account-export': idle,
  erasure: idle,
  mail: idle,
  housekeeping: idle,
  'slow-housekeeping': idle,
  'books-check': idle,
};
