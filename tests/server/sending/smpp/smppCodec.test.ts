import smpp from 'smpp';
import { afterEach, describe, expect, test } from 'vitest';
import { isStorable } from '#schema/storable.ts';
import type { Command } from '../../../../server/services/sending/smpp/codec/commands.ts';
import { createFramer } from '../../../../server/services/sending/smpp/codec/framer.ts';
import {
  decodePdu,
  encodePdu,
  LONGEST_PDU,
  type OutgoingPdu,
  responseTo,
} from '../../../../server/services/sending/smpp/codec/pdu.ts';
import { STATUS, statusName } from '../../../../server/services/sending/smpp/codec/statuses.ts';
import { contentOf, textOf } from '../../../../server/services/sending/smpp/codec/text.ts';
import { readIncoming } from '../../../../server/services/sending/smpp/incoming.ts';
import { parseReceipt } from '../../../../server/services/sending/smpp/receipt.ts';
import { anyPdu, commands } from '../../../support/anyPdu.ts';
import { createRandom } from '../../../support/random.ts';
import { decoded, readBack } from '../../../support/smppPeer.ts';

describe('what is written is read again', () => {
  test.each(commands)('%s', (command) => {
    const next = createRandom(20_261_124).below;
    for (let round = 0; round < 200; round++) {
      const pdu = anyPdu(command, next);
      const { command_id: _, ...read } = decoded(encodePdu(pdu));
      expect(read).toEqual({ ...pdu, command_status: 0, fault: 0 });
    }
  });
});

describe('npm smpp, which nobody here wrote', () => {
  // It turns times into dates and messages into text, but for octets of no alphabet (data_coding 4).
  const plain = { data_coding: 4, esm_class: 0 };
  const times = { validity_period: '', schedule_delivery_time: '' };
  const known = commands.filter((command) => command !== 'generic_nack');

  test.each(known)('reads what we write, and we what it writes: %s', (command) => {
    const next = createRandom(34).below;
    for (let round = 0; round < 50; round++) {
      const any = anyPdu(command, next);
      const pdu = {
        ...any,
        ...('data_coding' in any && plain),
        ...('validity_period' in any && times),
      };
      const ours = encodePdu(pdu);
      // Its optional parameters stand in the order of its caller, ours in the order of their table.
      expect(readBack(command, pdu)).toEqual(decoded(ours));
      const read = new smpp.PDU(ours) as unknown as Record<string, unknown>;
      for (const [name, value] of Object.entries(pdu)) {
        const got = read[name] as { message?: unknown };
        expect(Buffer.isBuffer(got?.message) ? got.message : got, name).toEqual(value);
      }
    }
  });
});

describe('octets of every kind', () => {
  const kept = {
    alloc: Buffer.alloc,
    allocUnsafe: Buffer.allocUnsafe,
    allocUnsafeSlow: Buffer.allocUnsafeSlow,
  };
  afterEach(() => void Object.assign(Buffer, kept));

  /** Random octets, or a PDU that is cut off, or has some octets that are others, or a wrong length. */
  function anyOctets(next: (below: number) => number): Buffer {
    if (next(4) === 0) return Buffer.from(Array.from({ length: next(80) }, () => next(0x100)));
    const octets = encodePdu(anyPdu(commands[next(commands.length)] as Command, next));
    for (let change = next(4); change > 0; change--) octets[next(octets.length)] = next(0x100);
    const cut = octets.subarray(0, 1 + next(octets.length));
    // Half of them say their length, as a peer would that writes less than it means to.
    if (next(2) === 0 && cut.length >= 16) cut.writeUInt32BE(cut.length, 0);
    return cut;
  }

  test('100,000 of them are read without an exception, in no more than 64 KiB at a time', () => {
    const next = createRandom(64).below;
    let most = 0;
    for (const [name, make] of Object.entries(kept))
      Object.assign(Buffer, {
        [name]: (size: number, ...more: []) => {
          most = Math.max(most, size);
          return make(size, ...more);
        },
      });
    let pdus = 0;
    let faults = 0;
    const unstorable: string[] = [];
    for (let round = 0; round < 100_000; round++) {
      const octets = anyOctets(next);
      const take = (one: Buffer): boolean => {
        const pdu = decodePdu(one);
        if (!pdu) return true;
        pdus++;
        if (pdu.fault) faults++;
        statusName(pdu.command_status);
        const answer = responseTo(pdu, { command_status: pdu.fault });
        if (answer) encodePdu(answer);
        const { octets: message } = contentOf(pdu);
        textOf(message, pdu.data_coding ?? 0);
        const receipt = parseReceipt(pdu);
        const sms = readIncoming(pdu);
        // One that no database can hold would keep all others from being recorded.
        const stored = [receipt?.operatorId, receipt?.error, sms?.to, sms?.text];
        if (!stored.every((text) => isStorable(text ?? ''))) unstorable.push(one.toString('hex'));
        return true;
      };
      take(octets);
      const push = createFramer(take);
      const at = next(octets.length + 1);
      if (push(octets.subarray(0, at)) === null) push(octets.subarray(at));
    }
    expect(pdus).toBeGreaterThan(50_000);
    expect(faults).toBeGreaterThan(10_000);
    expect(unstorable).toEqual([]);
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThanOrEqual(LONGEST_PDU);
  });
});

describe('a stream', () => {
  const pdus = [
    encodePdu({ command: 'enquire_link', sequence_number: 1 }),
    encodePdu({ command: 'submit_sm_resp', message_id: '1a', sequence_number: 2 }),
    encodePdu({ command: 'deliver_sm', message_payload: Buffer.alloc(60_000, 7), sequence_number: 3 }),
    encodePdu({ command: 'unbind', sequence_number: 4 }),
  ];
  const stream = Buffer.concat(pdus);

  test.each([1, 2, 3, 4, 5, 15, 16, 17, 1000, 60_000, stream.length])('in pieces of %i octets', (size) => {
    const taken: string[] = [];
    const push = createFramer((octets) => taken.push(octets.toString('hex')) > 0);
    for (let at = 0; at < stream.length; at += size) expect(push(stream.subarray(at, at + size))).toBeNull();
    expect(taken).toEqual(pdus.map((octets) => octets.toString('hex')));
  });

  const lengthOf = (length: number) => {
    const octets = Buffer.alloc(16);
    octets.writeUInt32BE(length, 0);
    return octets;
  };
  test.each([0, 15, LONGEST_PDU + 1, 0xffffffff])('a length of %i ends it', (length) => {
    const push = createFramer(() => true);
    expect(push(lengthOf(length))).toBe(length);
    const slowly = createFramer(() => true);
    const answers = [...lengthOf(length).subarray(0, 4)].map((octet) => slowly(Buffer.from([octet])));
    expect(answers).toEqual([null, null, null, length]);
  });

  test('the longest PDU is taken', () => {
    const lengths: number[] = [];
    const push = createFramer((octets) => lengths.push(octets.length) > 0);
    expect(push(lengthOf(LONGEST_PDU))).toBeNull();
    expect(push(Buffer.alloc(LONGEST_PDU - 16))).toBeNull();
    expect(lengths).toEqual([LONGEST_PDU]);
  });

  test('who wants no more gets no more', () => {
    let taken = 0;
    createFramer(() => ++taken < 2)(stream);
    expect(taken).toBe(2);
  });
});

describe('answers', () => {
  const pdu = (id: number) => {
    const octets = encodePdu({ command: 'enquire_link', sequence_number: 7 });
    octets.writeUInt32BE(id, 4);
    return decoded(octets);
  };
  test.each([
    [0x0000000b, null],
    [0x00000102, null],
    [0x80000004, null],
    [0x80000099, null],
    [0x00000015, { command: 'enquire_link_resp', sequence_number: 7 }],
    [0x00000006, { command: 'unbind_resp', sequence_number: 7 }],
    [0x00000103, { command: 'data_sm_resp', sequence_number: 7 }],
    // query_sm, and a number that SMPP does not define.
    [0x00000003, { command: 'generic_nack', sequence_number: 7, command_status: STATUS.ESME_RINVCMDID }],
    [0x00010203, { command: 'generic_nack', sequence_number: 7, command_status: STATUS.ESME_RINVCMDID }],
  ])('to command 0x%s: %j', (id, answer) => {
    expect(responseTo(pdu(id))).toEqual(answer);
  });

  test('an error answer has no body', () => {
    const octets = encodePdu({ command: 'submit_sm_resp', command_status: 8, message_id: 'x' });
    expect(octets).toHaveLength(16);
  });
});

describe('a PDU that does not hold what it says', () => {
  const deliver = encodePdu({
    command: 'deliver_sm',
    source_addr: '977',
    short_message: Buffer.from('Hello'),
  });
  const cut = (octets: Buffer, by: number) => decoded(octets.subarray(0, octets.length - by));
  const status = (fault: number) => statusName(fault);

  test('a message that is cut', () => {
    const pdu = cut(deliver, 2);
    expect([status(pdu.fault), pdu.source_addr, pdu.short_message]).toEqual([
      'ESME_RINVMSGLEN',
      '977',
      undefined,
    ]);
  });
  test('parameters that are missing', () => {
    expect(status(cut(deliver, 7).fault)).toBe('ESME_RINVCMDLEN');
    expect(status(decoded(deliver.subarray(0, 16)).fault)).toBe('ESME_RINVCMDLEN');
  });
  test('a text without its final NUL is read and reported', () => {
    const pdu = cut(encodePdu({ command: 'submit_sm_resp', message_id: '1a' }), 1);
    expect([pdu.message_id, status(pdu.fault)]).toEqual(['1a', 'ESME_RINVCMDLEN']);
  });
  test('an optional parameter that is cut, or of no octets', () => {
    const tlv = encodePdu({ command: 'data_sm', message_payload: Buffer.from('abc'), message_state: 2 });
    expect(status(cut(tlv, 1).fault)).toBe('ESME_RINVTLVSTREAM');
    expect(cut(tlv, 1).message_payload).toEqual(Buffer.from('abc'));
    expect(status(cut(tlv, 2).fault)).toBe('ESME_RINVTLVSTREAM');
    const none = Buffer.concat([tlv.subarray(0, -5), Buffer.from([0x04, 0x27, 0, 0])]);
    expect(status(decoded(none).fault)).toBe('ESME_RINVTLVLEN');
  });
  test('a number of another length than its own', () => {
    const octets = encodePdu({ command: 'data_sm' });
    const wide = Buffer.concat([octets, Buffer.from([0x04, 0x27, 0, 4, 0, 0, 0, 5])]);
    expect(decoded(wide)).toMatchObject({ message_state: 5, fault: 0 });
  });
});

test.each<[string, Partial<OutgoingPdu>]>([
  ['a NUL in a text', { source_addr: '977\u0000984' }],
  ['more than Latin-1', { source_addr: 'नाम' }],
  ['an octet that is too large', { esm_class: 0x100 }],
  ['a fraction', { esm_class: 1.5 }],
  ['a message that is too long', { short_message: Buffer.alloc(256) }],
  ['a payload that is too long', { message_payload: Buffer.alloc(LONGEST_PDU) }],
  ['a text that is too long', { source_addr: 'x'.repeat(LONGEST_PDU) }],
])('is not written: %s', (_, fields) => {
  expect(() => encodePdu({ command: 'submit_sm', ...fields })).toThrow(RangeError);
});

describe('texts', () => {
  test.each([
    [0, [0x00, 0x1b, 0x65, 0x1b, 0x3c, 0x1b, 0x41, 0x1b], '@€[A'],
    [0, [0x41, 0x80], 'A\ufffd'],
    [1, [0x5b, 0x40], '[@'],
    [3, [0xe9], 'é'],
    [8, [0x09, 0x28, 0x09], 'न'],
    // A class (flash, stored): GSM or UCS-2 in its two bits.
    [0x10, [0x00], '@'],
    [0x18, [0x09, 0x28], 'न'],
    [0xf0, [0x00], '@'],
    [0x14, [0x41], null],
    [0xf4, [0x41], null],
    [2, [0x41], null],
    [4, [0x41], null],
  ])('data_coding %i: %j is %s', (coding, octets, text) => {
    expect(textOf(Buffer.from(octets), coding)).toBe(text);
  });

  const content = (octets: number[], esm_class = 0x40) =>
    contentOf({ esm_class, short_message: Buffer.from(octets) });
  test('headers', () => {
    expect(content([5, 0, 3, 7, 2, 1, 65])).toEqual({
      octets: Buffer.from('A'),
      part: { reference: 7, total: 2, number: 1 },
    });
    expect(content([6, 8, 4, 1, 7, 3, 2, 65]).part).toEqual({ reference: 263, total: 3, number: 2 });
    // A port element before it.
    expect(content([11, 5, 4, 0, 1, 0, 2, 0, 3, 9, 2, 2, 65]).part).toEqual({
      reference: 9,
      total: 2,
      number: 2,
    });
    // Longer than what it is in, or an element longer than its header.
    expect(content([200, 0, 3, 65])).toEqual({ octets: Buffer.from([200, 0, 3, 65]), part: null });
    expect(content([2, 0, 3, 65])).toEqual({ octets: Buffer.from('A'), part: null });
    expect(content([], 0x40)).toEqual({ octets: Buffer.alloc(0), part: null });
  });
});
