import type { AddressInfo } from 'node:net';
import type { PDU, PduFields, Session } from 'smpp';
import smpp from 'smpp';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { IncomingSms } from '../../../../server/services/sending/link/link.ts';
import { createLink, type LinkOptions } from '../../../../server/services/sending/smpp/link.ts';
import { soon } from '../../../support/soon.ts';

const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

/** An operator that a link is bound to: sends deliver_sm, and keeps what the link answers. */
async function operator(onMessage: LinkOptions['onMessage']) {
  const answers: PDU[] = [];
  let session: Session | undefined;
  const server = smpp.createServer({}, (client) => {
    session = client;
    client.on('error', () => client.destroy());
    client.on('pdu', (pdu: PDU) => {
      if (pdu.isResponse()) answers.push(pdu);
      else client.send(pdu.response());
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const link = createLink({
    name: 'test',
    url: `smpp://u:p@127.0.0.1:${port}`,
    onReceipt: () => {},
    ...(onMessage && { onMessage }),
    timing: { close: 100 },
  });
  open.push(
    () => link.close(),
    () => new Promise((done) => server.close(done)),
  );
  await link.ready();
  return {
    answers,
    deliver: (fields: PduFields) =>
      session?.send(
        new smpp.PDU('deliver_sm', {
          source_addr: '9841234567',
          source_addr_ton: 2,
          destination_addr: 'DEMO',
          ...fields,
        }),
      ),
    answered: (count: number) => soon(() => expect(answers).toHaveLength(count)),
  };
}

const ucs2 = (text: string) => Buffer.from(text, 'utf16le').swap16();
const header = (...octets: number[]) => Buffer.from([octets.length, ...octets]);

/** What a link makes of a deliver_sm; undefined when it hands nothing on. */
async function received(fields: PduFields): Promise<IncomingSms | undefined> {
  const messages: IncomingSms[] = [];
  const peer = await operator((message) => void messages.push(message));
  peer.deliver(fields);
  await peer.answered(1);
  expect(peer.answers[0]).toMatchObject({ command: 'deliver_sm_resp', command_status: 0 });
  return messages[0];
}

describe('what somebody wrote on a handset', () => {
  const from = '+9779841234567';
  test.each<[string, PduFields, string]>([
    ['in the default alphabet', { data_coding: 0, short_message: Buffer.from('STOP') }, 'STOP'],
    ['in Latin-1', { data_coding: 3, short_message: Buffer.from('arr\u00eat', 'latin1') }, 'arrêt'],
    ['in UCS-2', { data_coding: 8, short_message: ucs2('रोक्नुहोस्') }, 'रोक्नुहोस्'],
    [
      'behind a header that is no concatenation',
      {
        data_coding: 8,
        esm_class: 0x40,
        short_message: Buffer.concat([header(0x05, 4, 0, 0, 0, 0), ucs2('रोक')]),
      },
      'रोक',
    ],
    [
      'as the only part of a message of parts',
      {
        data_coding: 8,
        esm_class: 0x40,
        short_message: Buffer.concat([header(0, 3, 7, 1, 1), ucs2('रोक')]),
      },
      'रोक',
    ],
    ['with a NUL at its end', { data_coding: 8, short_message: ucs2('STOP\0') }, 'STOP'],
    ['with half of a character', { data_coding: 8, short_message: ucs2('STOP \ud83d') }, 'STOP \ufffd'],
    ['as a payload', { data_coding: 8, short_message: Buffer.alloc(0), message_payload: ucs2('रोक') }, 'रोक'],
  ])('is handed on: %s', async (_, fields, text) => {
    expect(await received(fields)).toEqual({ from, to: 'DEMO', text });
  });

  test.each<[string, PduFields]>([
    [
      'a part of a longer message',
      {
        data_coding: 8,
        esm_class: 0x40,
        short_message: Buffer.concat([header(0, 3, 7, 2, 2), ucs2('रोक')]),
      },
    ],
    [
      'one with a reference of two octets',
      {
        data_coding: 8,
        esm_class: 0x40,
        short_message: Buffer.concat([header(8, 4, 1, 7, 3, 2), ucs2('रोक')]),
      },
    ],
    ['a part by its TLV', { sar_total_segments: 2, short_message: Buffer.from('STOP') }],
    ['octets that are no text', { data_coding: 4, short_message: Buffer.from([1, 2, 3]) }],
    ['an acknowledgement of a handset', { esm_class: 0x08, short_message: Buffer.from('STOP') }],
    ['a receipt that names no message', { esm_class: 0x04, short_message: Buffer.from('STOP') }],
  ])('is acknowledged and left alone: %s', async (_, fields) => {
    expect(await received(fields)).toBeUndefined();
  });
});

test('it is acknowledged only when it is stored', async () => {
  let stored = () => {};
  const onMessage = vi.fn(
    () =>
      new Promise<void>((resolve) => {
        stored = resolve;
      }),
  );
  const peer = await operator(onMessage);
  peer.deliver({ short_message: Buffer.from('STOP') });
  await soon(() => expect(onMessage).toHaveBeenCalledTimes(1));
  expect(peer.answers).toEqual([]);
  stored();
  await peer.answered(1);
  expect(peer.answers[0]).toMatchObject({ command: 'deliver_sm_resp', command_status: 0 });
});

test('what cannot be stored is refused for now, so that the operator sends it again', async () => {
  const peer = await operator(async () => {
    throw new Error('no database');
  });
  peer.deliver({ short_message: Buffer.from('STOP') });
  await peer.answered(1);
  expect(peer.answers[0]).toMatchObject({ command_status: smpp.errors.ESME_RX_T_APPN });
});
