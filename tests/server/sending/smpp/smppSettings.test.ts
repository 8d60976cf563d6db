import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PDU, Session } from 'smpp';
import smpp from 'smpp';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import type { Link, Receipt } from '../../../../server/services/sending/link/link.ts';
import { createLink, type LinkOptions } from '../../../../server/services/sending/smpp/link.ts';
import { refusalOf } from '../../../../server/services/sending/smpp/status.ts';
import { smsc } from '../../../support/smscCertificate.ts';
import { soon } from '../../../support/soon.ts';

const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

type OnPdu = (pdu: PDU, session: Session) => void;
const accept: OnPdu = (pdu, session) => session.send(pdu.response({ message_id: '1A' }));

/** An operator that keeps what it was sent, and answers what the test says. */
async function operator(onSubmit: OnPdu = accept, options = {}) {
  const submits: PDU[] = [];
  const binds: string[] = [];
  const sessions: Session[] = [];
  const server = smpp.createServer(options, (session) => {
    sessions.push(session);
    session.on('error', () => session.destroy());
    session.on('pdu', (pdu: PDU) => {
      if (pdu.command.startsWith('bind')) binds.push(pdu.command);
      if (pdu.command === 'submit_sm') {
        submits.push(pdu);
        onSubmit(pdu, session);
      } else if (!pdu.isResponse()) session.send(pdu.response());
    });
  });
  server.on('error', () => {});
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  open.push(async () => {
    for (const session of sessions) session.destroy();
    await new Promise((done) => server.close(done));
  });
  return { port: (server.address() as AddressInfo).port, submits, binds, sessions };
}

function linkTo(address: string, more: Partial<LinkOptions> = {}): Link {
  const link = createLink({
    ...{ name: 'test', url: address, onReceipt: () => {}, ...more },
    timing: { reconnectMin: 20, reconnectMax: 50, throttle: 10, close: 100, ...more.timing },
  });
  open.unshift(() => link.close());
  return link;
}
const sms = (text: string) => ({ from: 'DEMO', to: '+9779841234567', text });
const NEPALI = 'नमस्ते सीता ज्यू, '.repeat(9);
const octets = (pdu: PDU, field: 'short_message' | 'message_payload') =>
  (pdu[field] as { message: string } | undefined)?.message;

describe('long messages', () => {
  test('whole, in message_payload: one submit_sm and one id', async () => {
    const { port, submits } = await operator();
    const link = linkTo(`smpp://u:p@127.0.0.1:${port}?long=payload`);
    await link.ready();
    expect(await link.submit(sms(NEPALI))).toEqual({ kind: 'submitted', ids: ['1A'] });
    expect(await link.submit(sms('x'.repeat(161)))).toEqual({ kind: 'submitted', ids: ['1A'] });
    expect(await link.submit(sms('short'))).toEqual({ kind: 'submitted', ids: ['1A'] });
    expect(submits).toHaveLength(3);
    expect(submits[0]).toMatchObject({ esm_class: 0, data_coding: 8, registered_delivery: 1 });
    expect(octets(submits[0]!, 'message_payload')).toBe(NEPALI);
    expect(octets(submits[0]!, 'short_message')).toHaveLength(0);
    expect(octets(submits[1]!, 'message_payload')).toBe('x'.repeat(161));
    expect(octets(submits[2]!, 'short_message')).toBe('short');
    expect(submits[2]!.message_payload).toBeUndefined();
  });

  test('as parts with sar_ parameters and without a header', async () => {
    const { port, submits } = await operator();
    const link = linkTo(`smpp://u:p@127.0.0.1:${port}?long=sar`);
    await link.ready();
    const outcome = await link.submit(sms(NEPALI));
    expect(outcome).toMatchObject({ kind: 'submitted', ids: Array(submits.length).fill('1A') });
    expect(submits.map((pdu) => octets(pdu, 'short_message')).join('')).toBe(NEPALI);
    expect(submits.map((pdu) => [pdu.sar_segment_seqnum, pdu.sar_total_segments, pdu.esm_class])).toEqual(
      submits.map((_, i) => [i + 1, submits.length, 0]),
    );
    expect(new Set(submits.map((pdu) => pdu.sar_msg_ref_num)).size).toBe(1);
    await link.submit(sms('short'));
    expect(submits.at(-1)!.sar_total_segments).toBeUndefined();
  });
});

test('ids are read in the notation that the link is told, and receipts come by data_sm too', async () => {
  const { port, sessions } = await operator();
  const receipts: Receipt[] = [];
  const link = linkTo(`smpp://u:p@127.0.0.1:${port}?ids=hex_decimal`, {
    onReceipt: (receipt) => void receipts.push(receipt),
  });
  await link.ready();
  expect(await link.submit(sms('x'))).toEqual({ kind: 'submitted', ids: ['1a'] });
  const from = { source_addr: '9779841234567', source_addr_ton: 1, esm_class: 4 };
  sessions[0]!.send(
    new smpp.PDU('deliver_sm', { ...from, short_message: Buffer.from('id:0000000026 stat:DELIVRD err:000') }),
  );
  sessions[0]!.send(new smpp.PDU('data_sm', { ...from, receipted_message_id: '26', message_state: 5 }));
  await soon(() => expect(receipts.map(({ status }) => status)).toEqual(['delivered', 'undelivered']));
  expect(receipts.map(({ operatorId }) => operatorId)).toEqual(['1a', '1a']);
});

test('a transmitter and a receiver: receipts come over the second, and the link is bound when both are', async () => {
  const { port, binds, sessions } = await operator();
  const receipts: Receipt[] = [];
  const states: (string | undefined)[][] = [];
  const link = linkTo(`smpp://u:p@127.0.0.1:${port}?bind=separate`, {
    onReceipt: (receipt) => void receipts.push(receipt),
    onState: (...state) => void states.push(state),
  });
  await link.ready();
  expect([...binds].sort()).toEqual(['bind_receiver', 'bind_transmitter']);
  expect((await link.submit(sms('x'))).kind).toBe('submitted');
  const receiver = sessions[binds.indexOf('bind_receiver')]!;
  receiver.send(
    new smpp.PDU('deliver_sm', { esm_class: 4, short_message: Buffer.from('id:1A stat:DELIVRD err:000') }),
  );
  await soon(() => expect(receipts).toHaveLength(1));
  receiver.destroy();
  await soon(() => expect(states.map(([state]) => state)).toContain('down'));
  expect(states.find(([state]) => state === 'down')?.[1]).toMatch(/\w/);
  await soon(() => expect(link.state).toBe('bound'));
  expect(binds.filter((bind) => bind === 'bind_transmitter')).toHaveLength(1);
});

describe('TLS', () => {
  const folder = mkdtempSync(join(tmpdir(), 'smpps-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Why a link does not come up; undefined when it does. */
  async function refusalOfLink(settings: Record<string, string>): Promise<string | undefined> {
    const { port, submits } = await operator(accept, smsc);
    let why: string | undefined;
    const link = linkTo(`smpps://u:p@127.0.0.1:${port}?${new URLSearchParams(settings)}`, {
      onState: (_, reason) => {
        why ??= reason;
      },
    });
    const down = soon(() => expect(why).toBeDefined());
    await Promise.race([link.ready(), down]);
    down.catch(() => {});
    if (link.state !== 'bound') return why;
    expect((await link.submit(sms('x'))).kind).toBe('submitted');
    expect(submits).toHaveLength(1);
    return undefined;
  }

  test('an untrusted certificate is refused', async () => {
    expect(await refusalOfLink({})).toMatch(/self-signed certificate/);
  });
  test('a certificate that is trusted, as text or as a file, is accepted for its name', async () => {
    const tls_name = 'smsc.example.net';
    expect(await refusalOfLink({ ca: smsc.cert, tls_name })).toBeUndefined();
    const file = join(folder, 'cert.pem');
    writeFileSync(file, smsc.cert);
    expect(await refusalOfLink({ ca: file, tls_name })).toBeUndefined();
  });
  test('a trusted certificate for another name is refused', async () => {
    expect(await refusalOfLink({ ca: smsc.cert })).toMatch(/does not match/);
    expect(await refusalOfLink({ ca: smsc.cert, tls_name: 'other.example' })).toMatch(/does not match/);
  });
  test('a file that is missing or holds something else is a reason, not a crash', async () => {
    expect(await refusalOfLink({ ca: join(folder, 'none.pem') })).toMatch(/ENOENT/);
    writeFileSync(join(folder, 'text.pem'), 'hello');
    expect(await refusalOfLink({ ca: join(folder, 'text.pem') })).toMatch(/self-signed certificate/);
  });
});

describe('throttling', () => {
  const throttle: OnPdu = (pdu, session) =>
    session.send(pdu.response({ command_status: smpp.errors.ESME_RMSGQFUL! }));

  test('after it one part is written alone, and the window opens when that is accepted', async () => {
    let refuses = 5;
    const held: (() => void)[] = [];
    const { port, submits } = await operator((pdu, session) => {
      if (refuses-- > 0) throttle(pdu, session);
      else held.push(() => accept(pdu, session));
    });
    const link = linkTo(`smpp://u:p@127.0.0.1:${port}?window=5`);
    await link.ready();
    const first = await Promise.all(Array.from({ length: 5 }, () => link.submit(sms('x'))));
    expect(first).toEqual(Array(5).fill({ kind: 'temporary', error: 'ESME_RMSGQFUL', throttled: true }));
    expect(link.throttledSince).toBeInstanceOf(Date);
    const second = Array.from({ length: 5 }, () => link.submit(sms('y')));
    await soon(() => expect(held).toHaveLength(1));
    expect([submits.length, link.inFlight]).toEqual([6, 1]);
    held[0]!();
    await soon(() => expect(held).toHaveLength(5));
    expect(link.throttledSince).toBeNull();
    for (const answer of held.slice(1)) answer();
    expect((await Promise.all(second)).map(({ kind }) => kind)).toEqual(Array(5).fill('submitted'));
  });

  test('an operator that goes on so gets one part at a time; the others are given back unsent', async () => {
    const { port, submits } = await operator(throttle);
    const link = linkTo(`smpp://u:p@127.0.0.1:${port}?window=2`, { timing: { giveBack: 0 } });
    await link.ready();
    const answers = await Promise.all(Array.from({ length: 10 }, () => link.submit(sms('x'))));
    const asked = answers.filter((answer) => answer.kind === 'temporary' && !answer.unsent);
    expect(asked).toHaveLength(submits.length);
    expect(asked.every((answer) => answer.kind === 'temporary' && answer.throttled)).toBe(true);
    expect(answers.length - asked.length).toBeGreaterThan(0);
  });
});

/** SMPP 3.4, 5.1.3, and the three of 5.0 that operators send. */
const TEMPORARY: Record<string, number> = {
  ESME_RINVBNDSTS: 0x04,
  ESME_RSYSERR: 0x08,
  ESME_RMSGQFUL: 0x14,
  ESME_RTHROTTLED: 0x58,
  ESME_RX_T_APPN: 0x64,
  ESME_RSERTYPUNAVAIL: 0x102,
};
const PERMANENT = [
  ...[0x01, 0x02, 0x03, 0x05, 0x06, 0x07, 0x0a, 0x0b, 0x0c, 0x0d, 0x0e, 0x0f, 0x11, 0x13, 0x15, 0x33, 0x34],
  ...[0x40, 0x42, 0x43, 0x44, 0x45, 0x48, 0x49, 0x50, 0x51, 0x53, 0x54, 0x55, 0x61, 0x62, 0x63, 0x65, 0x66],
  ...[0x67, 0xc0, 0xc1, 0xc2, 0xc3, 0xc4, 0xfe, 0xff, 0x100, 0x101, 0x400, 0x4ff],
];
test('every status of 5.1.3 is told apart: what passes by itself, and what does not', () => {
  for (const [name, status] of Object.entries(TEMPORARY))
    expect(refusalOf(status)).toEqual({
      error: name,
      temporary: true,
      throttled: status === 0x58 || status === 0x14,
      ...(status === 0x04 && { unsent: true }),
    });
  for (const status of PERMANENT) {
    const { error, temporary, throttled } = refusalOf(status);
    expect([status, temporary, throttled]).toEqual([status, false, false]);
    if (status < 0x400) expect(error).toMatch(/^ESME_/);
  }
});
