import { expect, test } from 'vitest';
import { outcomesOf } from '../../../server/services/sending/journal/replay.ts';

const phones = ['+9779841000001', '+9779841000002', '+9779841000003', '+9779841000004'];
const held = phones.map((phone, n) => ({ uuid: `m${n}`, hand: 7, phone, attempts: 1 }));
/** Answered, begun, and only claimed; the journal does not know the fourth. */
const entries = ([true, true, false] as const).map((isBegun, n) => ({
  ...{ hand: 7, campaign: 'c', link: 'l', phone: phones[n] as string, at: 0, isBegun, isRecorded: false },
  answer: n === 0 ? ({ kind: 'submitted', ids: ['a'] } as const) : null,
}));
const found = (isWhole: boolean) =>
  outcomesOf(held, { entries: structuredClone(entries), isWhole } as unknown as Parameters<
    typeof outcomesOf
  >[1]);

test('of a dead worker’s messages the answered have their outcome, the not begun go back, the others stay unknown', () => {
  const back = { hand: 7, status: 'queued', error: 'NOT_SENT', spared: true };
  expect(found(true)).toEqual([
    { uuid: 'm0', hand: 7, status: 'submitted', ids: ['a'] },
    { uuid: 'm2', ...back, seconds: 0 },
    { uuid: 'm3', ...back, seconds: 0 },
  ]);
});

test('a journal that may be incomplete yields only answered messages', () => {
  expect(found(false)).toEqual([{ uuid: 'm0', hand: 7, status: 'submitted', ids: ['a'] }]);
});
