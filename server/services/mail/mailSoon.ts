/**
 * Gives the mail that a request posted to the queue. What fails here is sent by the next minute's round, so it is logged
 * and never thrown; a caller that does not wait for it answers sooner.
 */
export const mailSoon = (
  deliverMail: () => Promise<void>,
  log: { warn(details: object, message: string): void },
): Promise<void> =>
  deliverMail().catch((error: unknown) => log.warn({ err: error }, 'the queue took no mail'));
