import type { PduFields } from 'smpp';
import { expect, test } from 'vitest';
import { idReader } from '../../../../server/services/sending/smpp/ids.ts';
import { parseReceipt } from '../../../../server/services/sending/smpp/receipt.ts';
import { readBack } from '../../../support/smppPeer.ts';

const RECEIPT = 0x04;
const text = (message: string, more: PduFields = {}): PduFields => ({
  esm_class: RECEIPT,
  short_message: Buffer.from(message, 'latin1'),
  ...more,
});
/** As it arrives: npm smpp writes the octets. */
const arrived = (fields: PduFields, command = 'deliver_sm') =>
  readBack(command, { data_coding: 0, ...fields });

const JASMIN_TLV = { receipted_message_id: '4c5a', message_state: 2 };

/** Receipts as operators and gateways were seen to write them: where, the PDU, and what it says. */
test.each<[source: string, PduFields, id: string, status: string, error: string | null]>([
  [
    'SMPP 3.4 Appendix B',
    text(
      'id:0123456789 sub:001 dlvrd:001 submit date:0809011130 done date:0809011131 stat:DELIVRD err:000 Text:Hello',
    ),
    '0123456789',
    'delivered',
    null,
  ],
  [
    'twitter-archive/cloudhopper-smpp#105, no sub and dlvrd; opentelecoms-org/jsmpp#62',
    text('id:1526758174 submit date:1701240904 done date:1701240904 stat:DELIVRD err:000 text:hellow'),
    '1526758174',
    'delivered',
    null,
  ],
  [
    'uudashr/jsmpp#67, no text',
    text('id:0654354026 submit date:2302101454 done date:2302101454 stat:DELIVRD err:000'),
    '0654354026',
    'delivered',
    null,
  ],
  [
    'onlinecity/php-smpp#70, err of four digits, TLVs 0x1403 and 0x1454 of the operator’s own',
    text(
      'id:117062714244798261 sub:001 dlvrd:001 submit date:1706271624 done date:1706271624 stat:DELIVRD err:0000 text:H\x1bllo world',
    ),
    '117062714244798261',
    'delivered',
    null,
  ],
  [
    'funbox/smppex#46, absolute times of SMPP 7.1.1',
    text(
      'id:rdwjwxns18krxr9936ey96ymcw sub:000 dlvrd:000 submit date:180711070003912+ done date:180711070000012+ stat:UNDELIV err:000',
    ),
    'rdwjwxns18krxr9936ey96ymcw',
    'undelivered',
    null,
  ],
  [
    'jookies/jasmin#70, dates with seconds (Clickatell)',
    text(
      'id:a29f6845555647139e5c8f3b817f2c9a sub:001 dlvrd:001 submit date:141023215253 done date:141023215259 stat:DELIVRD err:000 text:',
    ),
    'a29f6845555647139e5c8f3b817f2c9a',
    'delivered',
    null,
  ],
  [
    'linxGnu/gosmpp#124, numbers without zeros, a space before the text',
    text(
      'id:123A456B sub:1 dlvrd:1 submit date:1702281424 done date:1702281424 stat:DELIVRD err:0 text: hello how are you',
    ),
    '123A456B',
    'delivered',
    null,
  ],
  [
    'onlinecity/php-smpp#29, a space after each colon',
    text(
      'id: 99 sub: 001 dlvrd: 000 submit date: 1404170000 done date: 1404170001 stat: EXPIRED err: 0 text: x',
    ),
    '99',
    'expired',
    null,
  ],
  [
    'openmarket.com, submitdate and donedate in one word, the full word REJECTED',
    text(
      'id:0118Z-0122I-2309U-57DGB sub:000 dlvrd:000 submitdate:180122230957 donedate:000000000000 stat:REJECTED err:375 text:',
    ),
    '0118Z-0122I-2309U-57DGB',
    'rejected',
    '375',
  ],
  [
    'SMPPSim 2.6.9, the sender’s escaped characters after Text:',
    text(
      'id:0 sub:001 dlvrd:001 submit date:2611211717 done date:2611211717 stat:DELIVRD err:000 Text:Rs. 50 \x1b(ok\x1b) \x1be5 ',
    ),
    '0',
    'delivered',
    null,
  ],
  [
    'help.nexmo.com, text:none and an error',
    text(
      'id:0000000012345678 sub:001 dlvrd:000 submit date:1601010100 done date:1601010101 stat:UNDELIV err:006 text:none',
    ),
    '0000000012345678',
    'undelivered',
    '006',
  ],
  [
    'smscentral.com.au, BUFFRED with esm_class 0x20',
    text('id:7 stat:BUFFRED', { esm_class: 0x20 }),
    '7',
    'pending',
    null,
  ],
  [
    'smscentral.com.au, ACCEPTD with esm_class 0x20',
    text('id:7 stat:ACCEPTD', { esm_class: 0x20 }),
    '7',
    'pending',
    null,
  ],
  ['smscentral.com.au, NOCRED', text('id:7 stat:NOCRED err:0'), '7', 'rejected', null],
  ['smscentral.com.au, SYSERR', text('id:7 stat:SYSERR err:500'), '7', 'undelivered', '500'],
  ['smscentral.com.au, FAILED', text('id:7 stat:FAILED err:512'), '7', 'undelivered', '512'],
  ['Kannel smsc_smpp.c handle_dlr, BUFFERD', text('id:7 stat:BUFFERD err:0'), '7', 'pending', null],
  ['Kannel smsc_smpp.c handle_dlr, ACKED', text('id:7 stat:ACKED err:0'), '7', 'pending', null],
  [
    'Kannel smsc_smpp.c handle_pdu, esm_class 0x08',
    text('id:7 stat:DELIVRD', { esm_class: 0x08 }),
    '7',
    'delivered',
    null,
  ],
  [
    'Kannel smsc_smpp.c handle_pdu, esm_class 0x44: a receipt with a header',
    text('\x05\x00\x03\x01\x01\x01id:7 stat:DELIVRD', { esm_class: 0x44 }),
    '7',
    'delivered',
    null,
  ],
  [
    'SMPP 3.4, 4.6.1 and praekelt/vumi#637, TLVs and no text',
    { esm_class: RECEIPT, short_message: Buffer.alloc(0), receipted_message_id: '7f01', message_state: 5 },
    '7f01',
    'undelivered',
    null,
  ],
  [
    'linxGnu/gosmpp#124 (Melrose Labs), the network’s error as a TLV',
    {
      esm_class: RECEIPT,
      short_message: Buffer.alloc(0),
      receipted_message_id: '3534bce5cd49a0e96e1492173869',
      message_state: 3,
      network_error_code: Buffer.from([3, 0, 27]),
    },
    '3534bce5cd49a0e96e1492173869',
    'expired',
    '27',
  ],
  [
    'krasa at MavoCz/smscsim#4, an empty id in the text and a TLV',
    text('id: sub:001 dlvrd:001 submit date:1701130000 done date:1701130001 stat:DELIVRD err:000', {
      receipted_message_id: '0000002a',
    }),
    '0000002a',
    'delivered',
    null,
  ],
  [
    'SMPP 3.4, 5.2.23: an id is any text, here with the name of a node before a colon',
    text('id:smsc1:0042 sub:001 dlvrd:001 stat:DELIVRD err:000 text:Hello'),
    'smsc1:0042',
    'delivered',
    null,
  ],
  [
    'Kannel smsc_smpp.c handle_dlr, the text in message_payload',
    {
      esm_class: RECEIPT,
      short_message: Buffer.alloc(0),
      message_payload: Buffer.from('id:5 stat:DELETED err:1'),
    },
    '5',
    'undelivered',
    '1',
  ],
])('%s', (_, fields, operatorId, status, error) => {
  expect(parseReceipt(arrived(fields))).toEqual({ operatorId, status, error });
});

test.each([['id: submit date:2302101454 done date:2302101454 stat:DELIVRD'], ['id:sub:001 stat:DELIVRD']])(
  'an empty id is none: %s',
  (message) => {
    expect(parseReceipt(arrived(text(message)))).toBeNull();
  },
);

test('jookies/jasmin#92 and #139: a receipt as data_sm', () => {
  const pdu = arrived({ esm_class: RECEIPT, ...JASMIN_TLV }, 'data_sm');
  expect(parseReceipt(pdu)).toEqual({ operatorId: '4c5a', status: 'delivered', error: null });
});

/** One message's id in the answer and in its receipt, as Kannel's user guide tells msg-id-type. */
test.each([
  ['same', '00aB', '00aB', true],
  ['same', '00aB', 'ab', false],
  // Filled up with blanks, as from a field of a fixed length.
  ['same', '00aB   ', '00aB', true],
  // 0x00; opentelecoms-org/jsmpp#56: ten digits in the receipt only.
  ['decimal', '870928761', '0870928761', true],
  // 0x03, with other zeros and capitals.
  ['hex', '0000002A', '2a', true],
  ['hex', '0x2a', '0000002A', true],
  // 0x01: Nexmo's default; opentelecoms-org/jsmpp#56.
  ['hex_decimal', '33E95179', '870928761', true],
  ['hex_decimal', '33E95179', '0870928761', true],
  ['hex_decimal', '33E95179', '33e95179', true],
  // 0x02.
  ['decimal_hex', '870928761', '33E95179', true],
  // Longer than a double holds.
  ['hex_decimal', 'FFFFFFFFFFFFFFFF', '18446744073709551615', true],
  ['decimal', '18446744073709551615', '18446744073709551614', false],
  // No number: as it is.
  ['hex_decimal', '6c7c-7de2', '6c7c-7de2', true],
] as const)('ids %s: %s and %s', (ids, answered, receipted, isSame) => {
  const reader = idReader(ids);
  expect(reader.answered(answered) === reader.receipted(receipted)).toBe(isSame);
});
