import smpp from 'smpp';
import { expect, test } from 'vitest';
import type { OutgoingSms } from '../../../../server/services/sending/link/link.ts';
import { encodePdu } from '../../../../server/services/sending/smpp/codec/pdu.ts';
import { type Submit, submitsOf } from '../../../../server/services/sending/smpp/message.ts';
import type { LongMessages } from '../../../../server/services/sending/smpp/settings.ts';

const validity = new Date('2026-11-22T18:05:09.000Z');
const texts = [
  '',
  'Hello',
  'A price of 5 € [now]',
  'नमस्ते संसार',
  'x'.repeat(160),
  'y'.repeat(500),
  'न'.repeat(200),
];
const ways: LongMessages[] = ['udh', 'payload', 'sar'];
const messages: Partial<OutgoingSms>[] = [
  {},
  { urgent: true },
  { validity },
  { from: '+9779841000000' },
  { from: '3000' },
];

/** A message's parts as the library and as we write them. */
function written(message: OutgoingSms, long: LongMessages): [library: string, ours: string][] {
  return (submitsOf(message, long) as Submit[]).map((fields, n) => {
    const sequence_number = n + 70_000;
    const pdu = new smpp.PDU('submit_sm', { ...fields, sequence_number });
    return [pdu.toBuffer().toString('hex'), encodePdu(fields, sequence_number).toString('hex')];
  });
}

test.each(ways)('a submit_sm has the octets that the library would write: %s', (long) => {
  for (const text of texts) {
    for (const change of messages) {
      const parts = written({ from: 'DEMO', to: '+9779841234567', text, ...change }, long);
      expect(parts.length).toBeGreaterThan(0);
      for (const [library, ours] of parts) expect(ours, `${long} ${text.slice(0, 9)}`).toBe(library);
    }
  }
});

test('a validity period is sent to the second', () => {
  const late = new Date(validity.getTime() + 987);
  const [fields] = submitsOf(
    { from: 'DEMO', to: '+9779841234567', text: 'Hi', validity: late },
    'udh',
  ) as Submit[];
  expect(encodePdu(fields as Submit).toString('latin1')).toContain('261122180509000+\0');
});

test('messages in turn have their own sender and text', () => {
  const of = (from: string, text: string) => {
    const [one] = submitsOf({ from, to: '+9779841234567', text }, 'udh') as Submit[];
    return [one?.source_addr, one?.short_message?.toString('latin1')];
  };
  for (let n = 0; n < 2; n++) {
    expect(of('ONE', 'first')).toEqual(['ONE', 'first']);
    expect(of('ONE', 'second')).toEqual(['ONE', 'second']);
    expect(of('TWO', 'second')).toEqual(['TWO', 'second']);
  }
});

test('each long message has a number of its own, and is written as its link asks', () => {
  const of = (long: LongMessages) =>
    submitsOf({ from: 'DEMO', to: '+9779841234567', text: 'y'.repeat(500) }, long) as Submit[];
  const references = [of('udh'), of('udh')].map(([first]) => first?.short_message?.[3]);
  expect(references[0]).not.toBe(references[1]);
  expect([of('payload').length, of('udh').length, of('sar').length]).toEqual([1, 4, 4]);
});

test.each<[from: string, ton: number, addr: string]>([
  ['DEMO', 5, 'DEMO'],
  ['31001', 0, '31001'],
  ['9801234567', 2, '9801234567'],
  ['9771234567', 2, '9771234567'],
  ['16600122334', 2, '16600122334'],
  ['97714123456', 1, '97714123456'],
  ['9779801234567', 1, '9779801234567'],
  ['+9801234567', 1, '9801234567'],
])('the sender %s is written as of type %i', (from, source_addr_ton, source_addr) => {
  const parts = submitsOf({ from, to: '+9779841234567', text: 'Hello' }, 'udh');
  expect(parts).toMatchObject([{ source_addr_ton, source_addr }]);
});
