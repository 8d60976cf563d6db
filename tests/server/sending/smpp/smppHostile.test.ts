import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { PDU, Session as PeerSession } from 'smpp';
import smpp from 'smpp';
import { afterEach, describe, expect, test } from 'vitest';
import type { Link } from '../../../../server/services/sending/link/link.ts';
import { encodePdu, type Pdu } from '../../../../server/services/sending/smpp/codec/pdu.ts';
import { createSession, type Session } from '../../../../server/services/sending/smpp/codec/session.ts';
import { createLink } from '../../../../server/services/sending/smpp/link.ts';
import { startSimulator } from '../../../support/simulator.ts';
import { soon } from '../../../support/soon.ts';

const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

/** An operator of npm smpp that a link is bound to, and what the link answers to what it is sent. */
async function operator(): Promise<{ link: Link; session: PeerSession; answers: PDU[]; why: string[] }> {
  const answers: PDU[] = [];
  const why: string[] = [];
  const sessions: PeerSession[] = [];
  const server = smpp.createServer({}, (session) => {
    sessions.push(session);
    open.push(() => session.destroy());
    session.on('error', () => session.destroy());
    session.on('pdu', (pdu: PDU) => {
      if (pdu.isResponse()) answers.push(pdu);
      else session.send(pdu.response());
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  open.push(() => new Promise((done) => server.close(done)));
  const link = createLink({
    name: 'test',
    url: `smpp://u:p@127.0.0.1:${(server.address() as AddressInfo).port}`,
    onReceipt: () => {},
    onState: (_, reason) => void (reason && why.push(reason)),
    timing: { reconnectMin: 20, reconnectMax: 50, close: 100 },
  });
  open.push(() => link.close());
  await link.ready();
  return { link, session: sessions[0] as PeerSession, answers, why };
}

const statuses = (pdus: PDU[]) => pdus.map(({ command, command_status }) => [command, command_status]);

/** A request of a command that SMPP does not define, and of query_sm, which neither side has here. */
const request = (id: number, body = Buffer.alloc(0)): Buffer => {
  const octets = Buffer.concat([encodePdu({ command: 'enquire_link', sequence_number: 9 }), body]);
  octets.writeUInt32BE(octets.length, 0);
  octets.writeUInt32BE(id, 4);
  return octets;
};

describe('an operator', () => {
  test('says what has no answer, and what nobody knows', async () => {
    const { link, session, answers } = await operator();
    session.send(new smpp.PDU('alert_notification', { source_addr: '9779841234567' }));
    session.send(new smpp.PDU('outbind', { system_id: 'smsc', password: 'x' }));
    session.send(new smpp.PDU('submit_sm_resp', { sequence_number: 77 }));
    session.socket.write(request(0x80000102));
    session.socket.write(request(0x00010203));
    session.socket.write(request(0x00000003));
    session.send(new smpp.PDU('submit_sm', { destination_addr: '9779841234567' }));
    session.send(new smpp.PDU('bind_transceiver', { system_id: 'me' }));
    session.send(new smpp.PDU('enquire_link'));
    await soon(() => expect(answers.at(-1)?.command).toBe('enquire_link_resp'));
    expect(statuses(answers)).toEqual([
      ['generic_nack', 3],
      ['generic_nack', 3],
      ['submit_sm_resp', 4],
      ['bind_transceiver_resp', 4],
      ['enquire_link_resp', 0],
    ]);
    expect(link.state).toBe('bound');
  });

  test('sends a deliver_sm that is cut: it is told so, and the link stays', async () => {
    const { link, session, answers } = await operator();
    const octets = encodePdu({
      command: 'deliver_sm',
      short_message: Buffer.from('STOP'),
      sequence_number: 5,
    });
    const cut = octets.subarray(0, -2);
    cut.writeUInt32BE(cut.length, 0);
    session.socket.write(cut);
    await soon(() => expect(statuses(answers)).toEqual([['deliver_sm_resp', 1]]));
    expect(answers[0]?.sequence_number).toBe(5);
    expect(link.state).toBe('bound');
  });

  test('sends a length that cannot be: it is told so, and the link is made anew', async () => {
    const { session, answers, why } = await operator();
    session.socket.write('HTTP/1.1 400 Bad Request\r\n\r\n');
    await soon(() => expect(statuses(answers)).toEqual([['generic_nack', 2]]));
    await soon(() => expect(why).toContain('a PDU length of 1213486160'));
  });

  test('answers an id of any length: it is kept as far as the books take it', async () => {
    const { link, session } = await operator();
    session.removeAllListeners('pdu');
    session.on('pdu', (pdu: PDU) => session.send(pdu.response({ message_id: 'x'.repeat(5000) })));
    const outcome = await link.submit({ from: 'DEMO', to: '+9779841234567', text: 'Hi' });
    expect(outcome).toEqual({ kind: 'submitted', ids: ['x'.repeat(255)] });
  });
});

test('a name that no PDU can hold is a reason, not a crash', async () => {
  const server = createServer((socket) => open.push(() => socket.destroy()));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  open.push(() => new Promise((done) => server.close(done)));
  const why: string[] = [];
  const link = createLink({
    name: 'test',
    url: `smpp://u%00x:p@127.0.0.1:${(server.address() as AddressInfo).port}`,
    onReceipt: () => {},
    onState: (_, reason) => void (reason && why.push(reason)),
  });
  open.push(() => link.close());
  await soon(() => expect(why[0]).toMatch(/system_id has a character/));
});

describe('a session', () => {
  /** A session, and the socket at its other end. */
  async function pair(onPdu: (pdu: Pdu, session: Session) => void) {
    const closed: (string | undefined)[] = [];
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const peer = connect((server.address() as AddressInfo).port, '127.0.0.1');
    const [socket] = (await once(server, 'connection')) as [Socket];
    const session = createSession(socket, { onPdu, onClose: (_, why) => void closed.push(why) });
    open.push(
      () => new Promise((done) => server.close(done)),
      () => session.destroy(),
      () => peer.destroy(),
    );
    peer.on('error', () => {});
    return { session, peer, closed };
  }
  const enquiry = encodePdu({ command: 'enquire_link', sequence_number: 1 });

  test('ends alone when its handler fails', async () => {
    const bad = await pair(() => {
      throw new Error('no such number');
    });
    let received = 0;
    const good = await pair(() => void received++);
    bad.peer.write(enquiry);
    await soon(() => expect(bad.closed).toEqual(['a PDU could not be handled: no such number']));
    good.peer.write(enquiry);
    await soon(() => expect(received).toBe(1));
    expect(good.session.isOpen).toBe(true);
    expect(bad.session.send({ command: 'enquire_link' })).toBeNull();
  });

  test('passes nothing on after its end, and writes what was sent before', async () => {
    const received: number[] = [];
    const { peer, closed } = await pair((pdu, session) => {
      received.push(pdu.sequence_number);
      session.send({ command: 'enquire_link_resp', sequence_number: pdu.sequence_number });
      session.end('enough');
    });
    const read: Buffer[] = [];
    peer.on('data', (octets: Buffer) => read.push(octets));
    peer.write(Buffer.concat([enquiry, enquiry]));
    await soon(() => expect(closed).toEqual(['enough']));
    await soon(() => expect(Buffer.concat(read)).toHaveLength(16));
    expect(received).toEqual([1]);
  });

  test('closes the connection to a peer that does not read', async () => {
    const { session, peer, closed } = await pair(() => {});
    peer.pause();
    const message_payload = Buffer.alloc(60_000);
    for (let i = 0; i < 1000 && session.isOpen; i++) session.send({ command: 'data_sm', message_payload });
    await soon(() => expect(closed).toEqual(['the peer reads nothing']));
  });
});

test('the simulator outlives what npm smpp can say to it', async () => {
  const simulator = await startSimulator();
  open.push(() => simulator.kill('SIGKILL'));
  const url = new URL(simulator.url);
  const answers: PDU[] = [];
  const client = smpp.connect({ host: url.hostname, port: Number(url.port) });
  open.push(() => client.destroy());
  client.on('error', () => {});
  client.on('pdu', (pdu: PDU) => answers.push(pdu));
  const { username: system_id, password } = url;
  client.send(new smpp.PDU('bind_transceiver', { system_id, password }));
  client.send(new smpp.PDU('alert_notification'));
  client.send(new smpp.PDU('outbind'));
  client.send(new smpp.PDU('query_sm'));
  client.send(new smpp.PDU('data_sm', { destination_addr: '9779841234567' }));
  const octets = encodePdu({ command: 'submit_sm', destination_addr: '9779841234567', sequence_number: 50 });
  const cut = octets.subarray(0, -1);
  cut.writeUInt32BE(cut.length, 0);
  await once(client, 'connect');
  client.socket.write(cut);
  await soon(() => expect(answers).toHaveLength(4));
  // Answers to submits follow when they are in the journal.
  expect(statuses(answers)).toEqual([
    ['bind_transceiver_resp', 0],
    ['generic_nack', 3],
    ['data_sm_resp', 3],
    ['submit_sm_resp', 2],
  ]);
  client.socket.write(Buffer.alloc(16, 0xff));
  await once(client, 'close');
  const again = smpp.connect({ host: url.hostname, port: Number(url.port) });
  open.push(() => again.destroy());
  again.send(new smpp.PDU('enquire_link'));
  const [answer] = (await once(again, 'pdu')) as [PDU];
  expect(answer.command).toBe('enquire_link_resp');
});
