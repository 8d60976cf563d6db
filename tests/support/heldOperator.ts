import type { AddressInfo } from 'node:net';
import type { PDU, Session } from 'smpp';
import smpp from 'smpp';

/**
 * An operator in this process that answers when the test tells it to, and records the order of what came in.
 */
export interface HeldOperator {
  url: string;
  /** Every submit_sm, in the order of arrival. */
  submits: readonly PDU[];
  /** Number of unanswered ones. */
  readonly unanswered: number;
  /** Answers everything that waits, and from now on at once. */
  open(): void;
  /** Answers nothing from now on. */
  hold(): void;
  /** Sends so many messages to whom it may concern over each session, without waiting for answers. */
  flood(count: number): void;
  /** Sends a receipt with this text over a session, and returns when it is acknowledged. */
  sendReceipt(text: string, from: string): Promise<void>;
  close(): Promise<void>;
}

/** Starts it with answers held back. It sends no receipts. `ignores`: commands that it never answers, such as unbind. */
export async function startHeldOperator(ignores: readonly string[] = []): Promise<HeldOperator> {
  const submits: PDU[] = [];
  const sessions = new Set<Session>();
  let waiting: (() => void)[] = [];
  let isOpen = false;
  const server = smpp.createServer({}, (session) => {
    sessions.add(session);
    session.on('error', () => session.destroy());
    session.on('close', () => sessions.delete(session));
    session.on('pdu', (pdu: PDU) => {
      if (pdu.isResponse() || ignores.includes(pdu.command)) return;
      if (pdu.command !== 'submit_sm') return void session.send(pdu.response());
      const message_id = String(submits.push(pdu));
      waiting.push(() => session.send(pdu.response({ message_id })));
      if (isOpen) answer();
    });
  });
  const answer = () => {
    const now = waiting;
    waiting = [];
    for (const send of now) send();
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `smpp://demo:demo@127.0.0.1:${(server.address() as AddressInfo).port}`,
    submits,
    get unanswered() {
      return waiting.length;
    },
    open() {
      isOpen = true;
      answer();
    },
    hold() {
      isOpen = false;
    },
    flood(count) {
      const short_message = Buffer.from('Namaste');
      for (const session of sessions)
        for (let i = 0; i < count; i++)
          session.send(new smpp.PDU('deliver_sm', { source_addr: '9779851000000', short_message }));
    },
    sendReceipt: (text, from) =>
      new Promise((resolve, reject) => {
        const [session] = sessions;
        if (!session) return reject(new Error('nobody is bound'));
        const pdu = new smpp.PDU('deliver_sm', {
          ...{ esm_class: 4, source_addr: from, short_message: Buffer.from(text) },
        });
        session.send(pdu, () => resolve());
      }),
    async close() {
      for (const session of sessions) session.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
