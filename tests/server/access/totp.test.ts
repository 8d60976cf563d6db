import { describe, expect, test } from 'vitest';
import {
  fromBase32,
  hotp,
  otpauthUri,
  stepAt,
  stepOf,
  toBase32,
} from '../../../server/services/access/totp.ts';

const key = Buffer.from('12345678901234567890');

describe('RFC 6238, appendix B, SHA-1', () => {
  test.each([
    [59, '94287082'],
    [1111111109, '07081804'],
    [1111111111, '14050471'],
    [1234567890, '89005924'],
    [2000000000, '69279037'],
    [20000000000, '65353130'],
  ])('at %i s is %s', (seconds, code) => {
    expect(hotp(key, stepAt(seconds * 1000), 8)).toBe(code);
  });
});

describe('RFC 4226, appendix D', () => {
  test.each(
    ['755224', '287082', '359152', '969429', '338314', '254676', '287922', '162583', '399871', '520489'].map(
      (code, counter) => [counter, code] as const,
    ),
  )('counter %i is %s', (counter, code) => {
    expect(hotp(key, counter)).toBe(code);
  });
});

describe('RFC 4648, section 10, base32 without padding', () => {
  test.each([
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ])('%j is %s', (text, coded) => {
    expect(toBase32(Buffer.from(text))).toBe(coded);
    expect(fromBase32(coded).toString()).toBe(text);
  });

  test('other characters are refused', () => {
    expect(() => fromBase32('MZXW1')).toThrow();
  });
});

describe('the step of a code', () => {
  const secret = toBase32(key);
  const at = 1_700_000_010_000;
  const now = stepAt(at);

  test.each([-1, 0, 1])('is found %i steps away', (away) => {
    expect(stepOf(secret, hotp(key, now + away), at)).toBe(now + away);
  });

  test.each([-2, 2])('is not %i steps away', (away) => {
    expect(stepOf(secret, hotp(key, now + away), at)).toBeUndefined();
  });

  test('is none for another code, a shorter or a longer one', () => {
    const right = hotp(key, now);
    expect(stepOf(secret, right.slice(1), at)).toBeUndefined();
    expect(stepOf(secret, `${right}0`, at)).toBeUndefined();
    expect(stepOf(toBase32(Buffer.from('another secret')), right, at)).toBeUndefined();
  });
});

test('the address of a QR code names issuer and account', () => {
  expect(otpauthUri('ABC', 'Bulk SMS Console', 'a+b@demo.test')).toBe(
    'otpauth://totp/Bulk%20SMS%20Console:a%2Bb%40demo.test?secret=ABC&issuer=Bulk%20SMS%20Console&algorithm=SHA1&digits=6&period=30',
  );
});
