import { createHmac, timingSafeEqual } from 'node:crypto';

/** RFC 4648, section 6; no padding. */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const STEP_SECONDS = 30;
export const TOTP_DIGITS = 6;

/** Encodes bytes as base32, without padding. */
export function toBase32(bytes: Uint8Array): string {
  let bits = '';
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0');
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => ALPHABET[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('');
}

/** Decodes base32 without padding. Throws for any other text. */
export function fromBase32(text: string): Buffer {
  let bits = '';
  for (const character of text) {
    const value = ALPHABET.indexOf(character);
    if (value < 0) throw new Error('not base32');
    bits += value.toString(2).padStart(5, '0');
  }
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** The code of a counter (RFC 4226, section 5.3), with HMAC-SHA-1, which every authenticator app supports. */
export function hotp(key: Uint8Array, counter: number, digits = TOTP_DIGITS): string {
  const message = Buffer.alloc(8);
  message.writeBigUInt64BE(BigInt(counter));
  const mac = createHmac('sha1', key).update(message).digest();
  const value = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7fffffff;
  return String(value % 10 ** digits).padStart(digits, '0');
}

/** The time step (RFC 6238, section 4.2) of a moment in milliseconds. */
export const stepAt = (time: number): number => Math.floor(time / 1000 / STEP_SECONDS);

/**
 * The time step that a code belongs to: the current one, or the one before or after, so that clocks may differ by half a
 * minute. Undefined for a wrong code; all three are always compared.
 */
export function stepOf(secret: string, code: string, time: number): number | undefined {
  const key = fromBase32(secret);
  const given = Buffer.from(code);
  const now = stepAt(time);
  let found: number | undefined;
  for (const step of [now - 1, now, now + 1]) {
    const right = Buffer.from(hotp(key, step));
    if (given.length === right.length && timingSafeEqual(given, right)) found = step;
  }
  return found;
}

/** The text of the QR code for authenticator apps: https://github.com/google/google-authenticator/wiki/Key-Uri-Format */
export function otpauthUri(secret: string, issuer: string, account: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  const query = `secret=${secret}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=${TOTP_DIGITS}&period=${STEP_SECONDS}`;
  return `otpauth://totp/${label}?${query}`;
}
