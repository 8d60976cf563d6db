import { describe, expect, test } from 'vitest';
import {
  type Entry,
  type Header,
  RecordWriter,
  readRecords,
} from '../../../server/services/sending/journal/records.ts';
import type { SubmitOutcome } from '../../../server/services/sending/link/link.ts';

const header: Header = {
  ...{ version: 1, worker: 7, identity: '00000001/1 2 3', process: 'p', host: 'h', pid: 1 },
  ...{ boot: null, file: '1 2' },
};
const CAMPAIGN = '0199c0de-0000-7000-8000-000000000001';
const claim = { hand: 2 ** 40 + 1, campaign: CAMPAIGN, link: 'ntc नेपाल', at: 1_795_600_000_000 };
const phones = ['+9779841000001', '+123456789012345', '+9779841000003'];
const entry = (n: number, more: Partial<Entry> = {}): Entry => ({
  ...claim,
  ...{ phone: phones[n] as string, isBegun: false, answer: null, isRecorded: false, ...more },
});

/** A file of some blocks. */
function file(...blocks: ((records: RecordWriter) => void)[]): Buffer {
  const records = new RecordWriter();
  return Buffer.concat(
    blocks.map((write) => {
      write(records);
      return Buffer.from(records.take());
    }),
  );
}
const decoded = (octets: Buffer) => {
  const read = readRecords(octets);
  return read && { ...read, entries: [...read.entries] };
};

test('a journal is read as it was written', () => {
  const octets = file(
    (records) => records.header(header),
    (records) => records.claim(0xffff_fffe, claim, phones),
    (records) => {
      records.begun(0xffff_fffe);
      records.begun(0xffff_ffff);
      records.answer(0xffff_fffe, { kind: 'submitted', ids: ['a1', 'b2'] });
      records.done(0xffff_fffe, 1);
    },
  );
  expect(decoded(octets)).toEqual({
    header,
    isSound: true,
    entries: [
      [
        0xffff_fffe,
        entry(0, { isBegun: true, answer: { kind: 'submitted', ids: ['a1', 'b2'] }, isRecorded: true }),
      ],
      [0xffff_ffff, entry(1, { isBegun: true })],
      [0, entry(2)],
    ],
  });
});

test.each<SubmitOutcome>([
  { kind: 'submitted', ids: ['é'] },
  { kind: 'submitted', ids: Array.from({ length: 255 }, (_, n) => `${n}`.padStart(64, '0')) },
  { kind: 'rejected', error: 'ESME_RINVDSTADR' },
  { kind: 'temporary', error: 'ESME_RTHROTTLED', throttled: true },
  { kind: 'temporary', error: 'the link is down', throttled: false, unsent: true },
  { kind: 'unknown', error: 'no answer within 60000 ms' },
])('an answer comes back: $kind', (outcome) => {
  const octets = file((records) => {
    records.header(header);
    records.claim(1, claim, phones);
    records.answer(2, outcome);
  });
  expect(readRecords(octets)?.entries.get(2)?.answer).toEqual(outcome);
});

describe('octets that are not what was written', () => {
  const first = file((records) => records.header(header));
  const claimed = file((records) => records.claim(0, claim, phones));
  const begun = file((records) => records.begun(1));
  const whole = Buffer.concat([first, claimed, begun]);

  test('a block that was cut off was never finished: what is before it holds', () => {
    for (let length = 0; length < whole.length; length++) {
      const read = readRecords(whole.subarray(0, length));
      if (length < first.length) expect(read, `${length}`).toBeNull();
      else {
        expect(read?.isSound, `${length}`).toBe(true);
        expect(read?.entries.size).toBe(length < first.length + claimed.length ? 0 : phones.length);
        expect(read?.entries.get(1)?.isBegun ?? false).toBe(false);
      }
    }
  });

  test('any octet that changed is noticed, but for one that seems to cut the last block off', () => {
    const start = first.length;
    for (let at = start; at < whole.length; at++) {
      const changed = Buffer.from(whole);
      changed[at] = (changed[at] as number) ^ 0x5a;
      const read = readRecords(changed);
      const isLength = at < start + 4 || (at >= start + claimed.length && at < start + claimed.length + 4);
      if (!isLength) expect(read?.isSound, `${at}`).toBe(false);
      else expect(read?.isSound && read.entries.get(1)?.isBegun, `${at}`).toBeFalsy();
    }
  });

  test('zeros, as a disk that lost power has them, are no block', () => {
    expect(readRecords(Buffer.concat([whole, Buffer.alloc(4096)]))?.isSound).toBe(false);
    expect(readRecords(Buffer.alloc(4096))).toBeNull();
    expect(readRecords(Buffer.alloc(0))).toBeNull();
  });
});
