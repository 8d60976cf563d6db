import type { AddressInfo, Server } from 'node:net';
import type { PDU, Session } from 'smpp';
import smpp from 'smpp';
import { afterEach } from 'vitest';
import type { Link } from '../../server/services/sending/link/link.ts';
import { createLink, type LinkOptions } from '../../server/services/sending/smpp/link.ts';

/** An operator of npm smpp whose every answer to a submit_sm the test decides, for what the simulator never does. */
interface ScriptedOperator {
  url: string;
  submits: PDU[];
  binds: PDU[];
  sessions: Session[];
  enquiries: number;
}

/** Called first by a file of tests: what these open is closed after each of them. */
export function scriptedOperators() {
  const open: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const close of open.splice(0)) await close();
  });

  /** Returns the port. */
  async function listening(server: Server): Promise<number> {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return (server.address() as AddressInfo).port;
  }

  /** Answers everything but submit_sm and enquire_link by itself; `onBind` gives a bind's status. */
  async function operator(
    onSubmit: (pdu: PDU, session: Session, index: number) => void,
    onBind: (pdu: PDU, session: Session) => number = () => 0,
  ): Promise<ScriptedOperator> {
    const state: ScriptedOperator = { url: '', submits: [], binds: [], sessions: [], enquiries: 0 };
    const server = smpp.createServer({}, (session) => {
      state.sessions.push(session);
      session.on('error', () => session.destroy());
      session.on('pdu', (pdu: PDU) => {
        if (pdu.command === 'submit_sm') onSubmit(pdu, session, state.submits.push(pdu) - 1);
        else if (pdu.command === 'enquire_link') state.enquiries++;
        else if (pdu.command.startsWith('bind')) {
          state.binds.push(pdu);
          session.send(pdu.response({ command_status: onBind(pdu, session) }));
        } else if (!pdu.isResponse()) session.send(pdu.response());
      });
    });
    state.url = `smpp://u:p%40ss@127.0.0.1:${await listening(server)}`;
    open.unshift(async () => {
      for (const session of state.sessions) session.destroy();
      await new Promise((resolve) => server.close(resolve));
    });
    return state;
  }

  /** A link, when it is bound. */
  async function bound(
    url: string,
    timing: LinkOptions['timing'] = {},
    more: Partial<LinkOptions> = {},
  ): Promise<Link> {
    const all = { reconnectMin: 20, reconnectMax: 50, throttle: 10, close: 100, ...timing };
    const link = createLink({ name: 'test', url, onReceipt: () => {}, ...more, timing: all });
    open.unshift(() => link.close());
    await link.ready();
    return link;
  }

  return { open, listening, operator, bound };
}

export const accept = (pdu: PDU, session: Session, message_id: string) =>
  session.send(pdu.response({ message_id }));
