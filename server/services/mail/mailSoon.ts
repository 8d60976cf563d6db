/**
 * Queues the mail posted by a request. A failure is covered by the next minute's round, so it is logged and never thrown; a
 * caller that does not wait answers sooner.
 */
export const mailSoon = (
  deliverMail: () => Promise<void>,
  log: { warn(details: object, message: string): void },
): Promise<void> =>
  deliverMail().catch((error: unknown) => log.warn({ err: error }, 'the queue took no mail'));
