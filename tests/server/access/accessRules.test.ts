import { describe, expect, test } from 'vitest';
import { MESSAGE_TEXT } from '#schema/messageTexts.ts';
import type { Pair } from '#schema/permissions.ts';
import { actingPairs } from '../../../server/services/access/actingPairs.ts';
import { requireProof } from '../../../server/services/access/stepUp.ts';
import type { Caller } from '../../../server/services/platform/caller.ts';

/** Rules of access that ask no database, in full. What requests meet of them: actingPairs.test.ts and stepUp.test.ts. */

describe('staff who are signed in as a customer', () => {
  const read: Pair = ['contact-list', 'get'];
  const write: Pair = ['contact-list', 'post'];
  const other: Pair = ['black-list', 'get'];
  const own: Pair = ['profile-my', 'get'];
  const others: Pair[] = [
    ['user-list', 'get'],
    ['account-list', 'get'],
  ];

  test('read what both hold, and nothing that one of them holds alone', () => {
    expect(actingPairs([read, other], [read])).toEqual([read]);
    expect(actingPairs([read], [read, other])).toEqual([read]);
    expect(actingPairs([read], [])).toEqual([]);
    expect(actingPairs([], [read])).toEqual([]);
    expect(actingPairs([read], [write])).toEqual([]);
  });

  test('write nothing, whatever both hold', () => {
    expect(actingPairs([read, write], [read, write])).toEqual([read]);
    expect(actingPairs([['profile-my', 'post']], [...others, ['profile-my', 'post']])).toEqual([]);
  });

  test('read the customer’s own profile by the pairs for users and accounts, both of them, and not by their own', () => {
    expect(actingPairs([own], others)).toEqual([own]);
    for (const one of others) expect(actingPairs([own], [own, one])).toEqual([]);
    expect(actingPairs([own], [own])).toEqual([]);
    expect(actingPairs([], [own, ...others])).toEqual([]);
  });

  test('do not read exports of everything, although both may hold that pair', () => {
    expect(actingPairs([['account-export', 'get']], [['account-export', 'get']])).toEqual([]);
  });

  test('read texts of messages where they hold that pair, which no customer does', () => {
    expect(actingPairs([read], [MESSAGE_TEXT])).toEqual([MESSAGE_TEXT]);
    expect(actingPairs([read], [read, MESSAGE_TEXT])).toEqual([read, MESSAGE_TEXT]);
  });
});

describe('a proof that it is them is asked', () => {
  const caller: Caller = {
    ...{ user: 'u', account: 'a', role: 'admin', pairs: [], tokenHash: Buffer.alloc(0) },
  };
  const refused = expect.objectContaining({
    code: 'proof_required',
    message:
      'Confirm that it is you before you change money, prices, users or settings, or sign in as a customer. Nothing was changed.',
  });

  test('of a session that has none of late', () => {
    expect(() => requireProof({ ...caller, recentlyProved: false })).toThrow(refused);
    expect(() => requireProof(caller)).toThrow(refused);
    expect(() => requireProof({ ...caller, recentlyProved: true })).not.toThrow();
  });

  test('of no API key, which cannot give one', () => {
    expect(() => requireProof({ ...caller, recentlyProved: false, key: 'k' })).not.toThrow();
  });
});
