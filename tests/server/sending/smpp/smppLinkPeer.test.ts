import { createServer } from 'node:net';
import type { PDU, Session } from 'smpp';
import smpp from 'smpp';
import { describe, expect, test, vi } from 'vitest';
import type { Link, Receipt } from '../../../../server/services/sending/link/link.ts';
import { createLink, type LinkOptions } from '../../../../server/services/sending/smpp/link.ts';
import { accept, scriptedOperators } from '../../../support/scriptedOperator.ts';
import { soon } from '../../../support/soon.ts';

const { open, listening, operator: peer, bound } = scriptedOperators();
const refuse = (pdu: PDU, session: Session, error: string) =>
  session.send(pdu.response({ command_status: smpp.errors[error] ?? Number(error) }));
const LONG = 'x'.repeat(400);
const sms = (text = 'Hello') => ({ from: 'DEMO', to: '+9779841234567', text });

describe('an operator that answers everything but submit_sm', () => {
  const WINDOW = 10;
  /** Milliseconds until an unanswered message is unknown, long beside what a busy machine takes. */
  const RESPONSE = 300;
  const texts = (count: number) => Array.from({ length: count }, (_, n) => sms(`Message ${n}`));
  const sendAll = (link: Link, count: number) =>
    Promise.all(texts(count).map((message) => link.submit(message).then(({ kind }) => kind)));

  test.each([
    ['says nothing', () => {}],
    [
      'answers with wrong sequence numbers',
      (pdu: PDU, session: Session) => {
        const answer = pdu.response({ message_id: 'x' });
        answer.sequence_number += 1_000_000;
        session.send(answer);
      },
    ],
  ])('that %s loses one window, then one message each time', async (_, onSubmit) => {
    let isMended = false;
    const at = await peer((pdu, session, index) =>
      isMended ? accept(pdu, session, String(index)) : onSubmit(pdu, session),
    );
    const reasons: string[] = [];
    const waits: number[] = [];
    const log: LinkOptions['log'] = {
      info() {},
      warn(details) {
        if (!('wait' in details && 'reason' in details)) return;
        waits.push(Number(details.wait));
        reasons.push(String(details.reason));
      },
    };
    const timing = { response: RESPONSE, reconnectMin: 50, reconnectMax: 1000 };
    const link = await bound(`${at.url}?window=${WINDOW}`, timing, { log });
    const kinds = await sendAll(link, 30);
    // What waited is for other links, or later.
    expect([
      kinds.filter((kind) => kind === 'unknown'),
      kinds.filter((kind) => kind === 'temporary'),
    ]).toEqual([Array(WINDOW).fill('unknown'), Array(20).fill('temporary')]);
    expect(reasons).toEqual(['the operator answers no submit_sm']);
    for (const time of [1, 2]) {
      await link.ready();
      expect(link.throttledSince).not.toBeNull();
      const again = await sendAll(link, 5);
      expect(again.filter((kind) => kind === 'unknown')).toHaveLength(1);
      expect(at.submits).toHaveLength(WINDOW + time);
      await soon(() => expect(reasons).toHaveLength(1 + time));
    }
    // Waits grow although it binds: 50 ms, then 50 to 100, then 100 to 200.
    expect(waits[2]).toBeGreaterThan(Number(waits[0]));

    isMended = true;
    await link.ready();
    expect(await sendAll(link, 30)).toEqual(Array(30).fill('submitted'));
    expect(link.throttledSince).toBeNull();
  });

  test('one that loses some of many stays bound', async () => {
    const at = await peer((pdu, session, index) => {
      if (index % 4 !== 0) accept(pdu, session, String(index));
    });
    const link = await bound(`${at.url}?window=${WINDOW}`, { response: RESPONSE });
    const kinds = await sendAll(link, 24);
    expect(kinds.filter((kind) => kind === 'unknown')).toHaveLength(6);
    expect([at.sessions.length, link.throttledSince]).toEqual([1, null]);
  });

  test('an answer ends the count: four lost, and later one, are not five in a row', async () => {
    const at = await peer((pdu, session, index) => {
      if (index > 3 && index !== 8) accept(pdu, session, String(index));
    });
    const link = await bound(`${at.url}?window=4`, { response: RESPONSE });
    expect(await sendAll(link, 8)).toEqual([...Array(4).fill('unknown'), ...Array(4).fill('submitted')]);
    expect(await sendAll(link, 1)).toEqual(['unknown']);
    expect([at.sessions.length, link.throttledSince]).toEqual([1, null]);
  });
});

describe('refusals', () => {
  test.each([
    ['ESME_RINVDSTADR', { kind: 'rejected' }],
    ['ESME_RSUBMITFAIL', { kind: 'rejected' }],
    ['0x00000451', { kind: 'rejected' }],
    ['ESME_RTHROTTLED', { kind: 'temporary', throttled: true }],
    ['ESME_RMSGQFUL', { kind: 'temporary', throttled: true }],
    ['ESME_RSYSERR', { kind: 'temporary', throttled: false }],
    ['ESME_RX_T_APPN', { kind: 'temporary', throttled: false }],
  ])('%s', async (error, expected) => {
    const { url } = await peer((pdu, session) => refuse(pdu, session, error));
    const link = await bound(url);
    expect(await link.submit(sms())).toEqual({ error, ...expected });
    expect(await link.submit(sms(LONG))).toEqual({ error, ...expected });
  });

  test('a generic_nack refuses', async () => {
    const { url } = await peer(({ sequence_number }, session) => {
      session.send(
        new smpp.PDU('generic_nack', { sequence_number, command_status: smpp.errors.ESME_RINVCMDLEN! }),
      );
    });
    const link = await bound(url);
    expect(await link.submit(sms())).toEqual({ kind: 'rejected', error: 'ESME_RINVCMDLEN' });
  });

  test('some parts accepted and one refused for good is unknown', async () => {
    const { url } = await peer((pdu, session, index) =>
      index === 1 ? refuse(pdu, session, 'ESME_RINVDSTADR') : accept(pdu, session, `${index}`),
    );
    const link = await bound(url);
    expect(await link.submit(sms(LONG))).toEqual({
      kind: 'unknown',
      error: 'ESME_RINVDSTADR after 2 of 3 parts were accepted',
    });
  });

  test('a first part that is refused keeps the others from being written', async () => {
    const { url, submits } = await peer((pdu, session) => refuse(pdu, session, 'ESME_RINVDSTADR'));
    const link = await bound(`${url}?window=1`);
    expect(await link.submit(sms(LONG))).toEqual({ kind: 'rejected', error: 'ESME_RINVDSTADR' });
    expect(submits).toHaveLength(1);
  });

  test('parts refused for now are written again, alone, and the ids keep their places', async () => {
    const { url, submits } = await peer((pdu, session, index) =>
      index === 0 || index === 2
        ? refuse(pdu, session, 'ESME_RTHROTTLED')
        : accept(pdu, session, `id${index}`),
    );
    const link = await bound(url);
    expect(await link.submit(sms(LONG))).toEqual({ kind: 'submitted', ids: ['id3', 'id1', 'id4'] });
    expect(submits).toHaveLength(5);
  });

  test('parts refused for now again and again end as unknown', async () => {
    const { url } = await peer((pdu, session, index) =>
      index === 0 ? accept(pdu, session, 'a') : refuse(pdu, session, 'ESME_RSYSERR'),
    );
    const link = await bound(url, { response: 200 });
    expect(await link.submit(sms(LONG))).toEqual({
      kind: 'unknown',
      error: 'ESME_RSYSERR after 1 of 3 parts were accepted',
    });
  });
});

test('what is written: addresses, data_coding, receipts asked for, headers announced', async () => {
  const { url, submits } = await peer((pdu, session, index) => accept(pdu, session, `${index}`));
  const link = await bound(url);
  const validity = new Date('2026-11-22T03:04:05Z');
  await link.submit({ ...sms(), validity });
  await link.submit({ from: '+9779800000000', to: '+9779841234567', text: 'नमस्ते'.repeat(20) });
  await link.submit({ ...sms(), from: '31001' });
  const to = {
    dest_addr_ton: 1,
    dest_addr_npi: 1,
    destination_addr: '9779841234567',
    registered_delivery: 1,
  };
  expect(submits[0]).toMatchObject({ ...to, source_addr_ton: 5, source_addr_npi: 0, source_addr: 'DEMO' });
  expect(submits[0]).toMatchObject({ data_coding: 0, esm_class: 0, validity_period: validity });
  expect(submits[1]).toMatchObject({
    ...to,
    source_addr_ton: 1,
    source_addr_npi: 1,
    source_addr: '9779800000000',
  });
  expect(submits[1]).toMatchObject({ data_coding: 8, esm_class: 0x40 });
  expect(submits.at(-1)).toMatchObject({ source_addr_ton: 0, source_addr_npi: 1, source_addr: '31001' });
});

describe('silence', () => {
  test('an answer that does not come is unknown, frees its place, and may still come', async () => {
    const late: (() => void)[] = [];
    const { url } = await peer((pdu, session, index) => {
      if (index > 0) accept(pdu, session, 'b');
      else late.push(() => accept(pdu, session, 'a'));
    });
    const link = await bound(`${url}?window=1`, { response: 50 });
    const watch = { begun: vi.fn(), settled: vi.fn(), late: vi.fn() };
    const outcomes = await Promise.all([link.submit({ ...sms(), watch, place: 7 }), link.submit(sms())]);
    expect(outcomes.map(({ kind }) => kind)).toEqual(['unknown', 'submitted']);
    expect([watch.begun.mock.calls, watch.settled.mock.calls]).toEqual([[[7]], [[7, outcomes[0]]]]);
    late[0]?.();
    await soon(() => expect(watch.late).toHaveBeenCalledWith(7, { kind: 'submitted', ids: ['a'] }));
    expect(link.state).toBe('bound');
  });

  test('a peer that answers no enquire_link is dead, and the link is made anew', async () => {
    const state = await peer(() => {});
    const why: (string | undefined)[] = [];
    const link = await bound(
      state.url,
      { enquire: 40, dead: 40 },
      { onState: (_, reason) => void why.push(reason) },
    );
    expect(await link.submit(sms())).toEqual({ kind: 'unknown', error: 'the operator is silent' });
    expect(state.enquiries).toBeGreaterThan(0);
    await soon(() => expect(state.sessions.length).toBeGreaterThan(1));
    expect(why).toContain('the operator is silent');
  });

  test('bytes that are no SMPP end the connection, not the process', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => {}).resume();
      socket.write('HTTP/1.1 400 Bad Request\r\n\r\n');
    });
    const port = await listening(server);
    open.push(() => new Promise((resolve) => server.close(resolve)));
    const why: (string | undefined)[] = [];
    const link = createLink({
      name: 'test',
      url: `smpp://u:p@127.0.0.1:${port}`,
      onReceipt: () => {},
      onState: (_, reason) => void why.push(reason),
    });
    open.unshift(() => link.close());
    await soon(() => expect(why.some((reason) => reason?.includes('PDU length'))).toBe(true));
  });
});

describe('deliver_sm', () => {
  test('is answered only when the receipt is recorded', async () => {
    const { url, sessions } = await peer(() => {});
    const receipts: Receipt[] = [];
    let recorded = () => {};
    const onReceipt = (receipt: Receipt) => {
      receipts.push(receipt);
      return new Promise<void>((resolve) => {
        recorded = resolve;
      });
    };
    await bound(url, {}, { onReceipt });
    const answers: PDU[] = [];
    sessions[0]!.on('pdu', (pdu: PDU) => void (pdu.isResponse() && answers.push(pdu)));
    const short_message = Buffer.from('id:1 stat:DELIVRD err:000');
    sessions[0]!.send(
      new smpp.PDU('deliver_sm', {
        source_addr: '9841234567',
        source_addr_ton: 2,
        esm_class: 4,
        short_message,
      }),
    );
    sessions[0]!.send(new smpp.PDU('enquire_link'));
    await soon(() => expect(answers.map(({ command }) => command)).toEqual(['enquire_link_resp']));
    expect(receipts).toMatchObject([{ operatorId: '1', status: 'delivered', source: '+9779841234567' }]);
    recorded();
    await soon(() => expect(answers.at(-1)).toMatchObject({ command: 'deliver_sm_resp', command_status: 0 }));
  });

  test('from a handset is answered and ignored', async () => {
    const { url, sessions } = await peer(() => {});
    const onReceipt = vi.fn();
    await bound(url, {}, { onReceipt });
    const answers: PDU[] = [];
    sessions[0]!.on('pdu', (pdu: PDU) => void (pdu.isResponse() && answers.push(pdu)));
    sessions[0]!.send(
      new smpp.PDU('deliver_sm', { source_addr: '9779841234567', short_message: Buffer.from('STOP') }),
    );
    await soon(() => expect(answers[0]).toMatchObject({ command: 'deliver_sm_resp', command_status: 0 }));
    expect(onReceipt).not.toHaveBeenCalled();
  });
});

test('a URL of another kind is refused', () => {
  const options = { name: 'test', onReceipt: () => {} };
  expect(() => createLink({ ...options, url: 'http://u:p@localhost' })).toThrow(TypeError);
  expect(() => createLink({ ...options, url: 'smpp://u:p@localhost?window=many' })).toThrow(TypeError);
});
