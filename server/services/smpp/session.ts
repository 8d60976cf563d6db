import type { Sendable, Session } from 'smpp';
import smpp from 'smpp';

/** A session's send() that hands the PDUs of one turn to the kernel in one write. */
export function corked(session: Session): (pdu: Sendable) => boolean {
  let corked = false;
  return (pdu) => {
    if (!corked) {
      corked = true;
      session.socket.cork();
      process.nextTick(() => {
        corked = false;
        session.socket.uncork();
      });
    }
    return session.send(pdu);
  };
}

/** Unbinds; resolves with the answer or the end of the connection. */
export function unbound(session: Session): Promise<void> {
  return new Promise((resolve) => {
    session.once('close', resolve);
    session.once('unbind_resp', () => resolve());
    if (!session.send(new smpp.PDU('unbind'))) resolve();
  });
}

/** Waits for work, but no longer than the given milliseconds. */
export async function within(work: Promise<unknown>, milliseconds: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([work, timeout]);
  clearTimeout(timer);
}
