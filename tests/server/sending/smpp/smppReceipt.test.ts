import smpp from 'smpp';
import { describe, expect, test } from 'vitest';
import type { Pdu } from '../../../../server/services/sending/smpp/codec/pdu.ts';
import type { ReceiptPdu } from '../../../../server/services/sending/smpp/receipt.ts';
import { parseReceipt } from '../../../../server/services/sending/smpp/receipt.ts';
import { decoded, readBack } from '../../../support/smppPeer.ts';

type Fields = ReceiptPdu & Pick<Pdu, 'data_coding'>;
const receipt = (message: string, more: Partial<Fields> = {}): Fields => ({
  esm_class: 4,
  data_coding: 0,
  short_message: Buffer.from(message, 'latin1'),
  ...more,
});

describe('the text of Appendix B', () => {
  test.each([
    [
      'id:0123456789 sub:001 dlvrd:001 submit date:2611211200 done date:2611211201 stat:DELIVRD err:000 text:Hello',
      { operatorId: '0123456789', status: 'delivered', error: null },
    ],
    [
      'ID:7F3A-09c SUB:001 DLVRD:000 SUBMIT DATE:2611211200 DONE DATE:2611211201 STAT:UNDELIV ERR:027 TEXT:',
      { operatorId: '7F3A-09c', status: 'undelivered', error: '027' },
    ],
    ['stat:expired id:00a1', { operatorId: '00a1', status: 'expired', error: null }],
    ['id:5 stat:REJECTD err:0x45', { operatorId: '5', status: 'rejected', error: '0x45' }],
    ['id: 5 sub: 001 Stat: Delivered Err: 0', { operatorId: '5', status: 'delivered', error: null }],
    ['id:5;sub:001;stat:DELETED;err:12', { operatorId: '5', status: 'undelivered', error: '12' }],
    ['id:5 stat:UNKNOWN', { operatorId: '5', status: 'unknown', error: null }],
    ['id:5 stat:ENROUTE', { operatorId: '5', status: 'pending', error: null }],
    ['id:5 stat:ACCEPTD', { operatorId: '5', status: 'pending', error: null }],
    ['id:5 stat:WEIRD', { operatorId: '5', status: 'unknown', error: null }],
    // Some count the NUL at the end of their text, or end its lines.
    ['id:5 stat:UNDELIV err:027\0', { operatorId: '5', status: 'undelivered', error: '027' }],
    ['stat:DELIVRD err:000\0id:5\0', { operatorId: '5', status: 'delivered', error: null }],
    ['id:5\r\nstat:DELIVRD\r\nerr:000', { operatorId: '5', status: 'delivered', error: null }],
    ['id:5 done date:2611211201', { operatorId: '5', status: 'unknown', error: null }],
    ['id:5 stat:EXPIRED text:id:6 stat:DELIVRD err:9', { operatorId: '5', status: 'expired', error: null }],
  ])('%s', (text, expected) => {
    expect(parseReceipt(receipt(text))).toEqual(expected);
  });

  test('names no message', () => {
    expect(parseReceipt(receipt('id: sub:001 dlvrd:001 stat:DELIVRD'))).toBeNull();
    expect(parseReceipt(receipt('text:id:6 stat:DELIVRD'))).toBeNull();
    expect(parseReceipt(receipt(''))).toBeNull();
  });

  test('in message_payload', () => {
    const pdu = receipt('', { message_payload: Buffer.from('id:9 stat:DELIVRD') });
    expect(parseReceipt(pdu)?.operatorId).toBe('9');
  });

  test('an intermediate notification', () => {
    expect(parseReceipt(receipt('id:5 stat:ENROUTE', { esm_class: 0x20 }))?.status).toBe('pending');
  });
});

test('a handset cannot forge one', () => {
  expect(parseReceipt(receipt('id:5 stat:DELIVRD', { esm_class: 0 }))).toBeNull();
  expect(parseReceipt(receipt('id:5 stat:DELIVRD', { esm_class: 0x10 }))).toBeNull();
});

test.each([
  [0, 'pending'],
  [1, 'pending'],
  [2, 'delivered'],
  [3, 'expired'],
  [4, 'undelivered'],
  [5, 'undelivered'],
  [6, 'pending'],
  [7, 'unknown'],
  [8, 'rejected'],
  [9, 'undelivered'],
  [42, 'unknown'],
])('message_state %i is %s, and the TLVs win', (message_state, status) => {
  const pdu = receipt('id:99 stat:BUFFERED err:031', {
    receipted_message_id: '0a',
    message_state,
    esm_class: 0,
  });
  expect(parseReceipt(pdu)).toEqual({ operatorId: '0a', status, error: '031' });
});

test.each([
  ['', '258'],
  ['id:x stat:UNDELIV err:000', '258'],
  ['id:x stat:UNDELIV err:0x00', '258'],
  ['id:x stat:UNDELIV err:027', '027'],
])('the network error code where the text has none but zeros: %s', (text, error) => {
  const tlvs = { receipted_message_id: 'x', message_state: 5 };
  const pdu = receipt(text, { ...tlvs, network_error_code: Buffer.from([3, 0x01, 0x02]) });
  expect(parseReceipt(pdu)?.error).toBe(error);
  expect(parseReceipt({ ...pdu, network_error_code: Buffer.from([3, 0, 0]) })?.error).toBe(
    error === '258' ? null : error,
  );
});

test('an ASCII id keeps the characters that GSM has elsewhere', () => {
  const short_message = Buffer.from('id:a_b@c$[1] stat:DELIVRD err:000', 'ascii');
  for (const data_coding of [0, 1, 3])
    expect(
      parseReceipt(readBack('deliver_sm', { esm_class: 4, data_coding, short_message }))?.operatorId,
    ).toBe('a_b@c$[1]');
});

const ucs2 = (text: string) => Buffer.from(text, 'utf16le').swap16();

test.each<[string, number, Buffer]>([
  ['UCS-2', 8, ucs2('id:5 stat:UNDELIV err:027 text:नमस्ते')],
  ['UCS-2 with a mark', 8, ucs2('\ufeffid:5 stat:UNDELIV err:027')],
  ['UCS-2 with the low octet first', 8, Buffer.from('id:5 stat:UNDELIV err:027', 'utf16le')],
  ['UCS-2 of a class', 0x18, ucs2('id:5 stat:UNDELIV err:027')],
  ['UCS-2 that is told as the default', 0, ucs2('id:5 stat:UNDELIV err:027')],
  // Some repeat the data_coding of the message that it is about.
  ['ASCII that is told as UCS-2', 8, Buffer.from('id:5 stat:UNDELIV err:027 text:')],
])('in %s', (_, data_coding, short_message) => {
  expect(parseReceipt(receipt('', { data_coding, short_message }))).toEqual({
    ...{ operatorId: '5', status: 'undelivered', error: '027' },
  });
});

test('an id TLV without its final NUL', () => {
  const octets = new smpp.PDU('deliver_sm', {
    esm_class: 4,
    data_coding: 0,
    receipted_message_id: 'abcd',
    message_state: 2,
  }).toBuffer();
  const at = octets.indexOf('abcd');
  const cut = Buffer.concat([octets.subarray(0, at + 4), octets.subarray(at + 5)]);
  cut.writeUInt16BE(4, at - 2);
  cut.writeUInt32BE(cut.length, 0);
  expect(parseReceipt(decoded(cut))).toEqual({
    operatorId: 'abcd',
    status: 'delivered',
    error: null,
  });
});
