import { beforeEach, expect, test } from 'vitest';
import {
  keyringOf,
  open,
  seal,
  sealedLike,
  setKeyring,
  UnreadableSecret,
} from '../../../server/services/platform/keyring.ts';
import { TEST_KEY } from '../../support/secretKey.ts';

const OTHER_KEY = 'another-key-of-these-tests-also-long-enough';
const place = { table: 'webhook', column: 'secret', row: '1' };
const ring = keyringOf([TEST_KEY]);
const sealed = ring.seal(place, 'whsec_नेपाल');
const other = keyringOf([OTHER_KEY]);
beforeEach(() => void setKeyring(ring));

test('opens what it sealed, which says its key and nothing else', () => {
  expect(ring.open(place, sealed)).toBe('whsec_नेपाल');
  expect(sealed).toMatch(/^enc1:[0-9a-f]{12}:[\w-]+$/);
  expect(sealed.split(':')[1]).toBe(ring.ids[0]);
  expect(ring.seal(place, 'whsec_नेपाल')).not.toBe(sealed);
  expect(ring.open(place, ring.seal(place, ''))).toBe('');
});

test('opens what earlier versions sealed', () => {
  // Made on 25 November 2026. It must open for as long as databases have such secrets.
  const earlier = 'enc1:e6a5298c1899:01uaU0GvAEplNgnc_FqUwmVmBFc9WFKVMwGNzliHzrTyjCh-yXXD8z7Nw4xY4uefSA';
  expect(ring.ids).toEqual(['e6a5298c1899']);
  expect(ring.open(place, earlier)).toBe('whsec_नेपाल');
});

test.each([
  ['another row', { ...place, row: '2' }],
  ['another column', { ...place, column: 'former_secret' }],
  ['another table', { ...place, table: 'operator_link' }],
])('opens nothing at %s', (_, elsewhere) => {
  expect(() => ring.open(elsewhere, sealed)).toThrow(UnreadableSecret);
});

test('opens nothing that was changed, by a letter, cut, or to another key’s id', () => {
  const [prefix, id, text = ''] = sealed.split(':');
  const flipped = text.slice(0, 20) + (text[20] === 'A' ? 'B' : 'A') + text.slice(21);
  for (const changed of [flipped, text.slice(0, -4), text.slice(0, 12), ''])
    expect(() => ring.open(place, [prefix, id, changed].join(':'))).toThrow(
      'webhook.secret of 1 cannot be decrypted: it was changed, or belongs elsewhere.',
    );
  expect(() => ring.open(place, `enc1:${id}`)).toThrow('it was changed');
  expect(() => other.open(place, sealed)).toThrow(
    `webhook.secret of 1 cannot be decrypted: no key with the id ${id} is set.`,
  );
  expect(() => other.open(place, sealed.replace(`${id}`, other.ids[0] ?? ''))).toThrow('it was changed');
});

test('seals with its first key and opens with all; what lies in clear it answers as it is', () => {
  const both = keyringOf([OTHER_KEY, TEST_KEY]);
  expect(both.open(place, sealed)).toBe('whsec_नेपाल');
  expect(both.seal(place, 'x').split(':')[1]).toBe(other.ids[0]);
  for (const clear of ['whsec_abc=', 'JBSWY3DP', 'pa:ss', 'enc1', ''])
    expect(both.open(place, clear)).toBe(clear);
});

test('has a key that is given twice once, in the order given', () => {
  expect(keyringOf([OTHER_KEY, TEST_KEY, OTHER_KEY]).ids).toEqual([other.ids[0], ring.ids[0]]);
});

test('of no keys seals nothing, says what to do, and answers what lies in clear', () => {
  const none = keyringOf([]);
  expect(none.ids).toEqual([]);
  expect(() => none.seal(place, 'x')).toThrow(
    expect.objectContaining({
      code: 'unavailable',
      message:
        'This server has no key to encrypt secrets, so nothing was changed. Its administrator must set SECRET_KEY.',
    }),
  );
  expect(none.open(place, 'clear')).toBe('clear');
  expect(() => none.open(place, sealed)).toThrow(UnreadableSecret);
});

test('the pattern for the database finds what is sealed, with one key or any', () => {
  expect([sealedLike(), sealedLike('0123456789ab')]).toEqual(['enc1:%:%', 'enc1:0123456789ab:%']);
});

test('the process seals and opens with the ring that was set, and the one before is answered', () => {
  expect(setKeyring(other)).toBe(ring);
  expect(seal(place, 'x').split(':')[1]).toBe(other.ids[0]);
  expect(open(place, other.seal(place, 'y'))).toBe('y');
  expect(() => open(place, sealed)).toThrow(UnreadableSecret);
  expect(setKeyring(ring)).toBe(other);
  expect(open(place, sealed)).toBe('whsec_नेपाल');
});
