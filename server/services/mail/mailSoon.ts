/** Has the mail that a request posted sent beside its answer; what fails here is sent by the next minute's round. */
export function mailSoon(
  deliverMail: () => Promise<void>,
  log: { warn(details: object, message: string): void },
): void {
  deliverMail().catch((error: unknown) => log.warn({ err: error }, 'the queue took no mail'));
}
