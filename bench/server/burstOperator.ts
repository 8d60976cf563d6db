import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pdu } from '../../server/services/sending/smpp/codec/pdu.ts';
import { createSession, type Session } from '../../server/services/sending/smpp/codec/session.ts';

const TICK = 10;

interface Submitted {
  id: string;
  from: string;
  to: string;
}

/**
 * An operator on a socket that accepts every message and keeps its receipts until `burst`. Then it sends them at its own speed
 * over its sessions in turn, without waiting for answers, which the simulator does not do; refused ones come again.
 */
export async function startBurstOperator() {
  const sessions = new Set<Session>();
  const unanswered = new Map<Session, Map<number, Submitted>>();
  const waiting: Submitted[] = [];
  let lastId = 0;
  let taken = 0;
  let refusals = 0;

  function handle(session: Session, pdu: Pdu): void {
    if (pdu.command === 'submit_sm') {
      const id = String(++lastId).padStart(10, '0');
      waiting.push({ id, from: pdu.source_addr ?? '', to: pdu.destination_addr ?? '' });
      session.respond(pdu, { message_id: id });
    } else if (pdu.command === 'deliver_sm_resp') {
      const receipt = unanswered.get(session)?.get(pdu.sequence_number);
      unanswered.get(session)?.delete(pdu.sequence_number);
      if (pdu.command_status === 0) taken++;
      else if (receipt) {
        refusals++;
        waiting.push(receipt);
      }
    } else if (pdu.command?.startsWith('bind_')) {
      session.respond(pdu, { system_id: 'burst' });
      if (pdu.command !== 'bind_transmitter') {
        sessions.add(session);
        unanswered.set(session, new Map());
      }
    } else session.respond(pdu);
  }

  const server = createServer({ noDelay: true }, (socket) => {
    createSession(socket, {
      onPdu: (pdu, session) => handle(session, pdu),
      onClose: (session) => sessions.delete(session),
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  function send(session: Session, receipt: Submitted): void {
    const { id, from, to } = receipt;
    const text = `id:${id} sub:001 dlvrd:001 submit date:2611261200 done date:2611261200 stat:DELIVRD err:000 text:`;
    const sequence = session.send({
      ...{ command: 'deliver_sm', source_addr: to, destination_addr: from, esm_class: 4, data_coding: 0 },
      ...{ short_message: Buffer.from(text), receipted_message_id: id, message_state: 2 },
    });
    if (sequence === null) throw new Error('the client has left');
    unanswered.get(session)?.set(sequence, receipt);
  }

  return {
    url: `smpp://bench:bench@127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Sends all receipts; resolves when each is taken, with the milliseconds that sending took. */
    async burst(perSecond: number): Promise<{ taken: number; refusals: number; ms: number }> {
      const all = waiting.length;
      const receivers = [...sessions];
      const began = performance.now();
      let sent = 0;
      let ms = 0;
      while (taken < all) {
        const due = Math.floor(((performance.now() - began) / 1000) * perSecond) - sent;
        for (const receipt of waiting.splice(0, Math.max(0, due)))
          send(receivers[sent++ % receivers.length] as Session, receipt);
        if (sent >= all) ms ||= performance.now() - began;
        await sleep(TICK);
      }
      return { taken, refusals, ms };
    },
    async close(): Promise<void> {
      const closed = once(server, 'close');
      server.close();
      for (const session of sessions) session.destroy();
      await closed;
    },
  };
}
